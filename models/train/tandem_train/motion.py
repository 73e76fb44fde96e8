"""What hands do in a clip: an event becomes a path of one hand and the changes of state along it.

An event: {"t", "board", "player", "steps": [[from, to, options?], ...], "press", "side", "speed"}.  `from` is a square,
"R:N" (from the own reserve) or "off:P" (a piece that comes from elsewhere); `to` a square, "R" (into the own reserve) or
"off" (carried away).  Options: {"promote": "Q"}, the pawn stays a pawn.  speed 2 is twice as slow.
"""
import math

import numpy as np

from .arms import GRIP, make_hand, put_hand

POSES = ("pinch", "open", "flat")


def ease(u):
    u = min(1, max(0, u))
    return u * u * (3 - 2 * u)


class Act:
    """One event: `knots` of (time, place in the board's frame, pose) and `changes` of (time, (what, ...))."""

    def __init__(self, scene, event, g):
        self.scene, self.board, self.player = scene, scene.by_name[event["board"]], event["player"]
        self.side, self.g, self.speed = event.get("side", "right"), g, event.get("speed", 1.)
        self.towards = -1 if self.player == "white" else 1
        self.home = np.array([g.uniform(-.1, .1), self.towards * (scene.half + .55), .16])
        self.now, self.changes = event["t"], []
        self.knots = [(self.now, self.home, "open")]
        for step in event.get("steps", []):
            self._carry(step[0], step[1], step[2] if len(step) > 2 else {})
        if event.get("press") and self.board["clock"]:
            self._press()
        self._move(self.home + [0, self.towards * .1, 0], .5, "open")
        self.begin, self.end = self.knots[0][0], self.now
        self.hands = {pose: make_hand(scene, pose, self.board["id"] + self.player, self.side) for pose in POSES}
        for hand in self.hands.values():
            hand["hidden"] = True
        self.jitter = g.normal(0, .1)

    def _move(self, place, seconds, pose):
        self.now += seconds * self.speed * self.g.uniform(.85, 1.2)
        self.knots.append((self.now, np.asarray(place, float), pose))

    def _change(self, *what):
        self.changes.append((self.now, what))

    def _carry(self, source, target, options):
        piece = plan_take(self.scene, self.board, self.player, source, self.home)
        grip, (x, y, z) = piece["height"] * GRIP, piece["planned"]
        if source.startswith("off"):
            self._change("take", piece)
        else:
            self._move((x, y, z + grip + .07), .55, "open")
            self._move((x, y, z + grip), .16, "pinch")
            self._change("take", piece)
            self._move((x, y, z + grip + .07), .15, "pinch")
        place = x, y, z = plan_put(self.scene, self.board, self.player, target, self.home, piece, self.g)
        self._move((x, y, z + grip + .07), .45, "pinch")
        if target == "off":
            self._change("put", piece, "off", place, options)
        else:
            self._move((x, y, z + grip + .002), .18, "pinch")
            self._change("put", piece, target, place, options)
            self._move((x, y, z + grip + .05), .14, "open")

    def _press(self):
        k = self.board["_clock"]
        x, y, z = k["x"] - k["side"] * .023, k["y"] + self.towards * k["length"] * .36, k["height"] + .016
        self._move((x, y, z + .06), .40, "flat")
        self._move((x, y, z), .10, "flat")
        self._change("press", self.player)
        self._move((x, y, z + .06), .12, "flat")

    def at(self, t):
        """(place, pose) at a time, or (None, None) when the hand is not there."""
        for (t0, p0, _), (t1, p1, pose) in zip(self.knots, self.knots[1:]):
            if t0 <= t <= t1:
                u = ease((t - t0) / max(1e-6, t1 - t0))
                p = p0 + (p1 - p0) * u
                if np.hypot(*(p1 - p0)[:2]) > .1:             # long ways go in an arch
                    p = p + [0, 0, .05 * math.sin(math.pi * u)]
                return p, pose
        return None, None

    def place_at(self, t):
        return self.at(min(max(t, self.begin), self.end - 1e-6))[0]

    def show(self, hand, t):
        put_hand(self.scene, hand, self.board, self.player, self.place_at(t), self.jitter)


def _where(piece):
    reserve = ("R", piece.get("res")) if piece.get("res") else None
    return piece.get("where", piece.get("at") or reserve)


def plan_take(scene, board, player, source, home):
    """The piece that will be picked up; its `where` and `planned` place run ahead of the film."""
    if source.startswith("off"):
        kind = source.split(":")[1]
        letter = kind.upper() if player == "white" else kind.lower()
        piece = scene.add_piece(board, letter, letter, home[:2], None, False, held=True)
        piece.update(hidden=True, planned=tuple(home), where="off")
        return piece
    for piece in scene.pieces:
        if piece["board"] != board["id"]:
            continue
        where = _where(piece)
        if where == source or (source.startswith("R:") and where == ("R", player) and piece["kind"] == source[2:].upper()):
            piece["planned"] = piece.get("planned") or (*piece["xy"], scene.surface(board, *piece["xy"]))
            piece["where"] = "hand"
            return piece
    raise SystemExit("there is no piece to take at %s on board %s" % (source, board["id"]))


def plan_put(scene, board, player, target, home, piece, g):
    if target == "off":
        place, piece["where"] = (home[0], home[1] * 1.05, home[2]), "gone"
    elif target == "R":
        used = [q["planned"][:2] if q.get("planned") else q["xy"] for q in scene.pieces if q["board"] == board["id"] and _where(q) == ("R", player)]
        for slot in scene.reserve_slots(board, player, 12, g):
            if all(np.hypot(*(np.array(u) - slot)) > .75 * scene.square for u in used):
                break
        place, piece["where"] = (*slot, 0.), ("R", player)
    else:
        xy = scene.square_centre(target) + np.clip(g.normal(0, .06, 2), -.15, .15) * scene.square * board["sloppy"]
        place, piece["where"] = (*xy, scene.surface(board, *xy)), target
    piece["planned"] = tuple(map(float, place))
    return piece["planned"]
