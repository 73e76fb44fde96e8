"""A progress bar of one line."""
import sys
import time


class Progress:
    """`bar(done)` redraws; on something that is not a terminal it prints a line a minute."""

    def __init__(self, total, what, out=None, clock=time.time):
        self.total, self.what, self.out, self.clock = total, what, out or sys.stderr, clock
        self.began, self.first, self.told = clock(), None, None

    def __call__(self, done):
        now = self.clock()
        if self.first is None:
            self.first = done                                # what was there before does not count for the pace
        live = self.out.isatty()
        if not live and self.told is not None and now - self.told < 60 and done < self.total:
            return
        self.told = now
        share = done / max(1, self.total)
        pace = (now - self.began) / (done - self.first) if done > self.first else None
        left = "" if pace is None else ", %.2f s each, %s left" % (pace, _span(pace * (self.total - done)))
        bar = "#" * int(share * 30)
        self.out.write("%s%s [%-30s] %d/%d%s%s" % ("\r" if live else "", self.what, bar, done, self.total, left, "   " if live and done < self.total else "\n"))
        self.out.flush()


def _span(seconds):
    return "%d min %02d s" % divmod(int(seconds), 60)
