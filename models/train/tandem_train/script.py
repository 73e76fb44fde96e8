"""Scripts of reels: what hands do at a bughouse table, a line each.  TOML:

    profile = "gr"
    speed = 0.33                # of the hands; 1 is leisurely
    handover_s = 0.9            # from a capture's press until the piece lies in the partner's reserve
    script = '''
     1.80 Aw plays e2e4
    +0.50 Ab plays e7e5
    '''
    [hands]                     # the hand that moves pieces; the other one takes what the partner hands over
    Ab = "left"
    [scene]                     # everything of the scene but the events (read-me)

A line: `TIME SEAT VERB WORDS OPTIONS`; `#` begins a comment.  TIME is seconds, or `+0.5` after the line above; the moment at which
the thing is done: the clock pressed, the piece let go.

| verb | |
| --- | --- |
| `plays UCI` | a move or drop, and the press |
| `moves UCI` | the same without the press |
| `presses` | the press |
| `takes back` | the seat's last `moves` is undone |
| `touches e2` | lifted and put back |
| `adjusts e2` | pushed to another place on its square (`by=0.2,-0.1` squares from the middle) |
| `knocks over e2`, `sets right e2` | |
| `hides N`, `shows N` | a reserve piece is carried off the table, and comes back |
| `declares q` | a spoken promotion is entered (no hand) |

| option | |
| --- | --- |
| `in=0.7` | seconds from the hand's coming until TIME; without it the hand's own pace |
| `illegal="..."` | the turn breaks a rule, and why; needed where it does, refused where it does not |
| `expect=KIND` | the alert that has to be raised |
| `over=1.5`, `over=never` | the hand-over's seconds after the press (negative: before it), or none |
| `capture=carry` | the captured piece is carried off first; otherwise both are exchanged in one movement |
| `wait=2` | seconds over the clock before the press |
| `unreplaced=yes` | where promoted pawns are replaced by pieces: this one is not |
"""
import difflib
import json
import shlex
import tomllib
from dataclasses import dataclass, field

SEATS = ("Aw", "Ab", "Bw", "Bb")
VERBS = {"plays": 1, "moves": 1, "presses": 0, "takes back": 0, "touches": 1, "adjusts": 1, "knocks over": 1, "sets right": 1, "hides": 1, "shows": 1, "declares": 1}
OPTIONS = ("in", "illegal", "expect", "over", "capture", "wait", "by", "unreplaced")


@dataclass
class Action:
    """One line.  `t` is when it is done; `start`, where that is given instead, when the hand comes."""
    where: str
    seat: str
    verb: str
    what: str = ""
    t: float | None = None
    start: float | None = None
    options: dict = field(default_factory=dict)

    @property
    def board(self):
        return self.seat[0]

    @property
    def white(self):
        return self.seat[1] == "w"

    @property
    def time(self):
        return self.t if self.t is not None else self.start

    def wrong(self, why):
        return SystemExit("%s: %s" % (self.where, why))


@dataclass
class Script:
    profile: str
    scene: dict
    actions: list
    speed: float = .5
    handover_s: float = 1.9
    hands: dict = field(default_factory=dict)

    def side(self, seat, moving=True):
        main = self.hands.get(seat, "right")
        return main if moving else {"right": "left", "left": "right"}[main]


def _nearest(word, words):
    close = difflib.get_close_matches(word, words, 1)
    return "; did you mean %r?" % close[0] if close else "; there are: " + ", ".join(words)


def parse_line(line, where, before):
    """The Action of a line, or None where there is nothing; `before`: the time of the line above."""
    fail = lambda why: SystemExit("%s: %s" % (where, why))
    try:
        words = shlex.split(line, comments=True)
    except ValueError as error:
        raise fail(str(error)) from None
    if not words:
        return None
    options = dict(w.split("=", 1) for w in words if "=" in w)
    words = [w for w in words if "=" not in w]
    for name in options:
        if name not in OPTIONS:
            raise fail("unknown option %r%s" % (name, _nearest(name, OPTIONS)))
    if len(words) < 3:
        raise fail("expected TIME SEAT VERB")
    try:
        t = float(words[0]) + (before if words[0].startswith("+") else 0.)
    except ValueError:
        raise fail("%r is no time" % words[0]) from None
    if t < before:
        raise fail("%.2f s comes before the line above, %.2f s" % (t, before))
    if words[1] not in SEATS:
        raise fail("%r is no seat%s" % (words[1], _nearest(words[1], SEATS)))
    verb = next((v for v in VERBS if words[2:2 + len(v.split())] == v.split()), None)
    if verb is None:
        raise fail("unknown verb %r%s" % (words[2], _nearest(words[2], list(VERBS))))
    rest = words[2 + len(verb.split()):]
    if len(rest) != VERBS[verb]:
        raise fail("%r takes %d word%s, not %r" % (verb, VERBS[verb], "" if VERBS[verb] == 1 else "s", " ".join(rest)))
    return Action(where, words[1], verb, rest[0] if rest else "", round(t, 3), None, options)


def parse_lines(text, name):
    actions, before = [], 0.
    for number, line in enumerate(text.splitlines(), 1):
        action = parse_line(line, "%s, line %d of the script" % (name, number), before)
        if action:
            actions.append(action)
            before = action.t
    return actions


def read(path):
    """A script from a TOML file, or from a JSON file with `turns` (board, uci, t: when the hand comes)."""
    if str(path).endswith(".json"):
        with open(path) as f:
            told = json.load(f)
        colours, actions = dict(A="w", B="w"), []
        for turn in told["turns"]:
            board = turn["board"]
            options = {"capture": "carry"}
            actions.append(Action("%s: %s on board %s" % (path, turn["uci"], board), board + colours[board], "plays", turn["uci"], None, turn["t"], options))
            colours[board] = "b" if colours[board] == "w" else "w"
        return Script(told["profile"], told["scene"], actions, told.get("speed", .5), told.get("handover_s", 1.9))
    with open(path, "rb") as f:
        try:
            told = tomllib.load(f)
        except tomllib.TOMLDecodeError as error:
            raise SystemExit("%s: %s" % (path, error)) from None
    known = ("profile", "speed", "handover_s", "hands", "scene", "script")
    for key in told:
        if key not in known:
            raise SystemExit("%s: unknown key %r%s" % (path, key, _nearest(key, known)))
    for key in ("profile", "scene", "script"):
        if key not in told:
            raise SystemExit("%s: %s is missing" % (path, key))
    return Script(told["profile"], told["scene"], parse_lines(told["script"], path), told.get("speed", .35), told.get("handover_s", .9), told.get("hands", {}))
