"""A real match as the lines of a reel's script, at the pace of a real table.

    python -m tandem_train.match ../../../shared/rules/games/online21.jsonl NUMBER SECONDS [--fastest 0.42 --slowest 0.8 --settle 0.04] > lines

The order of both boards' plies is kept; the time between two presses of a board is the match's, within the given limits, longer
only where a hand cannot do it: castling, and drops of pieces that must first be handed over.
"""
import argparse
import json

from .course import PARTNER

HANDS_S = .72          # from a hand's coming to its press
TAKES_AT = .36         # the share of that after which it holds the piece
HANDOVER_S = .6
LONGER = {"O-O": (.72, .85), "=": (1.1, 1.3)}      # by what is in the SAN: least time between presses, and the hand's


def lines_of(plies, seconds, fastest, slowest, settle=.04, start=1.2):
    """Lines of a script; `plies`: {"b", "c", "uci", "el" (tenths of a second), "cap"} in the order of the match."""
    pressed, elapsed, held = {"A": start, "B": start}, {"A": 0., "B": 0.}, {}
    out = []
    for ply in plies:
        board, seat, uci = ply["b"], ply["b"] + ply["c"], ply["uci"]
        gap = min(max(ply["el"] / 10 - elapsed[board], fastest), slowest)
        elapsed[board] = ply["el"] / 10
        longer = next((v for k, v in LONGER.items() if k in ply["san"]), None)
        gap, hands = (max(gap, longer[0]), longer[1]) if longer else (gap, min(HANDS_S, gap / (1 - TAKES_AT) - .02))
        t = pressed[board] + gap
        if uci[1] == "@":
            arrived = held[seat, uci[0]].pop(0)
            t = max(t, arrived + (1 - TAKES_AT) * hands + settle)
        if t > seconds:
            break
        pressed[board] = t
        if ply["cap"]:
            to = PARTNER[seat]
            when = max(t + HANDOVER_S, held.get(to, 0.) + .55)
            held[to] = when
            held.setdefault((to, ply["cap"].upper()), []).append(when)
        out.append((t, "%6.2f %s plays %s in=%.2f over=%.2f" % (t, seat, uci, hands, held[PARTNER[seat]] - t) if ply["cap"] else "%6.2f %s plays %s in=%.2f" % (t, seat, uci, hands)))
    return [line for _, line in sorted(out, key=lambda row: row[0])]


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games")
    parser.add_argument("match", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--fastest", type=float, default=.42)
    parser.add_argument("--slowest", type=float, default=.8)
    parser.add_argument("--settle", type=float, default=.04, help="seconds from a hand-over to the taking of that piece, about")
    args = parser.parse_args(argv)
    with open(args.games) as f:
        match = next(m for m in map(json.loads, f) if m["match"] == args.match)
    print("\n".join(lines_of(match["plies"], args.seconds, args.fastest, args.slowest, args.settle)))


if __name__ == "__main__":
    main()
