"""What hands do in a clip: an event becomes a path of one hand and the changes of state along it.

An event: {"t", "board", "player", "steps": [[from, to, options?], ...], "press", "side", "speed", "done", "wait"}.  `from` is a
square, "R:N" (from the own reserve) or "off:P" (a piece that comes from elsewhere); `to` a square, "R" (into the own reserve) or
"off" (carried away).  speed 2 is twice as slow; with `done` the hand keeps pace so that the press, or without one the last
letting go, comes at that time.  `wait`: seconds over the clock before the press.  Options of a step:

    {"promote": "Q"}            counts as a queen from here on, whatever it looks like
    {"swap": true}              takes what stands on `to` into the hand as the carried piece is put there, and keeps it
    {"slide": true}             pushed along the board, never lifted
    {"by": [dx, dy]}            put so far from the middle of the square, in squares
    {"lies": true}              the piece lies on its side until it is taken
    {"tip": true}               (from = to) the hand brushes the piece, which falls over
"""
import math

import numpy as np

from .arms import GRIP, make_hand, put_hand

POSES = ("pinch", "open", "flat")


def ease(u):
    u = min(1, max(0, u))
    return u * u * (3 - 2 * u)


# seconds of each part of a movement at speed 1
REACH, GRAB, LIFT, CARRY, LAND, LEAVE = .55, .16, .15, .45, .18, .14
TO_CLOCK, DOWN, UP, HOME = .40, .10, .12, .50


def seconds_of(steps, press):
    """How long a hand at speed 1 takes until the press, or until the last piece is let go."""
    total = 0.
    for source, target, *_ in steps:
        total += (0 if source.startswith("off") else REACH + GRAB + LIFT) + CARRY + (0 if target == "off" else LAND + LEAVE)
    return total + TO_CLOCK + DOWN if press else total - (LEAVE if steps and steps[-1][1] != "off" else 0)


class Act:
    """One event: `knots` of (time, place in the board's frame, pose) and `changes` of (time, (what, ...)).

    `earlier`: the last act of the same hand; where it is not over yet, the hand goes on from where it is.
    """

    def __init__(self, scene, event, g, earlier=None, with_hands=True):
        self.scene, self.board, self.player = scene, scene.by_name[event["board"]], event["player"]
        self.side, self.g, self.speed, self.event = event.get("side", "right"), g, event.get("speed", 1.), event
        self.towards = -1 if self.player == "white" else 1
        self.home = np.array([g.uniform(-.1, .1), self.towards * (scene.half + .55), .16])
        self.now, self.changes, self.kept = event["t"], [], None
        start = self.home
        if earlier is not None and earlier.end > self.now:
            start = earlier.place_at(self.now)
            earlier.cut(self.now)
        self.knots = [(self.now, start, "open")]
        for step in event.get("steps", []):
            try:
                self._carry(step[0], step[1], step[2] if len(step) > 2 else {})
            except LookupError as error:
                raise SystemExit("%s; the hand that is to do it comes at %.2f s: %r" % (error, event["t"], event)) from None
        if event.get("press") and self.board["clock"]:
            self._press(event.get("wait", 0.))
        elif not event.get("press") and self.changes:
            self._keep_pace(self.changes[-1][0])
        self._move(self.home + [0, self.towards * .1, 0], HOME, "pinch" if self.kept else "open")
        if self.kept:
            self._put(self.kept, "off", {})
        self.begin, self.end = self.knots[0][0], self.now
        self.hands = {pose: make_hand(scene, pose, self.board["id"] + self.player, self.side) for pose in POSES if with_hands}
        for hand in self.hands.values():
            hand["hidden"] = True
        self.jitter = g.normal(0, .1)

    def cut(self, t):
        """The hand has something else to do from t on."""
        if any(when > t and what[1:3] != (self.kept, "off") for when, what in self.changes):
            raise SystemExit("the hand of %r is wanted elsewhere at %.2f s, before it is done" % (self.event, t))
        self.end, self.changes = t, [(min(when, t), what) for when, what in self.changes]

    def _move(self, place, seconds, pose):
        self.now += seconds * self.speed * self.g.uniform(.85, 1.2)
        self.knots.append((self.now, np.asarray(place, float), pose))

    def _change(self, *what):
        self.changes.append((self.now, what))

    def _keep_pace(self, reached):
        """Stretch all that is planned so that what comes at `reached` comes when the event asks for it."""
        done, t = self.event.get("done"), self.event["t"]
        if done is None:
            return
        share = (done - t) / (reached - t)
        anew = lambda when: t + (when - t) * share
        self.knots = [(anew(when), place, pose) for when, place, pose in self.knots]
        self.changes = [(anew(when), what) for when, what in self.changes]
        self.now = anew(self.now)

    def _carry(self, source, target, options):
        piece = plan_take(self.scene, self.board, self.player, source, self.home, options)
        (x, y, z), grip = piece["planned"], piece["height"] * GRIP
        if options.get("tip"):
            self._brush(piece)
            return
        lift = .002 if options.get("slide") else .07
        if source.startswith("off"):
            self._change("take", piece)
        else:
            low = grip * (.3 if options.get("lies") else 1.)
            self._move((x, y, z + low + .07), REACH, "open")
            self._move((x, y, z + low), GRAB, "pinch")
            self._change("take", piece)
            self._move((x, y, z + grip + lift), LIFT, "pinch")
        victim = plan_take(self.scene, self.board, self.player, target, self.home) if options.get("swap") else None
        x, y, z = place = plan_put(self.scene, self.board, self.player, target, self.home, piece, self.g, options)
        self._move((x, y, z + grip + lift), CARRY, "pinch")
        if target == "off":
            self._put(piece, "off", options, place)
            return
        self._move((x, y, z + grip + .002), LAND, "pinch")
        self._put(piece, target, options, place)
        if victim:
            self._change("take", victim)
            self.kept = victim
            self._move((x, y, z + grip + .05), LEAVE, "pinch")
            return
        self._move((x, y, z + grip + .05), LEAVE, "open")

    def _put(self, piece, target, options, place=None):
        if place is None:
            place = plan_put(self.scene, self.board, self.player, target, self.home, piece, self.g, options)
        self._change("put", piece, target, place, options)

    def _brush(self, piece):
        x, y, z = piece["planned"]
        self._move((x - .05, y + self.towards * .03, z + piece["height"] + .01), REACH, "open")
        self._move((x, y, z + piece["height"] * .7), GRAB, "open")
        self._change("tip", piece)
        piece["where"] = piece["stands"]
        self._move((x + .05, y + self.towards * .05, z + piece["height"] + .03), LIFT, "open")

    def _press(self, wait):
        k = self.board["_clock"]
        held = self.kept["height"] * GRIP if self.kept else 0.
        pose = "pinch" if self.kept else "flat"
        x, y, z = k["x"] - k["side"] * .023, k["y"] + self.towards * k["length"] * .36, k["height"] + .016 + held
        self._move((x, y, z + .06), TO_CLOCK, pose)
        if wait:
            self.now += wait
            self.knots.append((self.now, np.array([x, y, z + .06]), pose))
        self._move((x, y, z), DOWN, pose)
        self._change("press", self.player)
        self._keep_pace(self.now)
        self._move((x, y, z + .06), UP, pose)

    def at(self, t):
        """(place, pose) at a time, or (None, None) when the hand is not there."""
        if t > self.end:
            return None, None
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


def plan_take(scene, board, player, source, home, options=None):
    """The piece that will be picked up; its `where` and `planned` place run ahead of the film."""
    options = options or {}
    if source.startswith("off"):
        kind = source.split(":")[1]
        white = (player == "white") != bool(options.get("other_colour"))
        letter = kind.upper() if white else kind.lower()
        piece = scene.add_piece(board, letter, letter, home[:2], None, False, held=True)
        piece.update(hidden=True, planned=tuple(home), where="off")
        return piece
    for piece in scene.pieces:
        if piece["board"] != board["id"]:
            continue
        where = _where(piece)
        if where == source or (source.startswith("R:") and where == ("R", player) and piece["kind"] == source[2:].upper()):
            piece["planned"] = piece.get("planned") or (*piece["xy"], scene.surface(board, *piece["xy"]))
            piece["where"], piece["stands"] = "hand", where
            return piece
    raise LookupError("there is no piece to take at %s on board %s" % (source, board["id"]))


def plan_put(scene, board, player, target, home, piece, g, options=None):
    options = options or {}
    if target == "off":
        place, piece["where"] = (home[0], home[1] * 1.05, home[2]), "gone"
    elif target == "R":
        used = [q["planned"][:2] if q.get("planned") else q["xy"] for q in scene.pieces if q["board"] == board["id"] and _where(q) == ("R", player)]
        free = lambda slot: min([.75 * scene.square] + [np.hypot(*(np.array(u) - slot)) for u in used])
        slot = max(scene.reserve_slots(board, player, 12, g), key=free)      # the first that is free, else where most room is left
        place, piece["where"] = (*slot, 0.), ("R", player)
    else:
        by = np.array(options["by"]) if "by" in options else np.clip(g.normal(0, .06, 2), -.15, .15) * board["sloppy"]
        xy = scene.square_centre(target) + by * scene.square
        place, piece["where"] = (*xy, scene.surface(board, *xy)), target
    piece["planned"] = tuple(map(float, place))
    return piece["planned"]


def check_order(acts):
    """Nobody may take a piece before it got where it is taken from; says which event does."""
    arrived = {}
    for t, what, act in sorted(((t, what, act) for act in acts for t, what in act.changes if what[0] in ("take", "put")), key=lambda c: (c[0], c[1][0] == "take")):
        piece = what[1]["id"]
        holder = arrived.get(piece)
        if what[0] == "take":
            if holder not in (None, "down"):
                raise SystemExit("%r takes a piece at %.2f s that another hand still holds" % (act.event, t))
            arrived[piece] = act
        else:
            if holder is not act:
                raise SystemExit("%r puts a piece at %.2f s that it does not hold" % (act.event, t))
            arrived[piece] = "down"


def acts_of(scene, events, g, with_hands=True):
    """The acts of all events, in the order in which their hands come; without hands to look at where these are not needed."""
    acts, last = [], {}
    for event in sorted(events, key=lambda e: e["t"]):
        hand = event["board"], event["player"], event.get("side", "right")
        last[hand] = Act(scene, event, g, last.get(hand), with_hands)
        acts.append(last[hand])
    check_order(acts)
    return acts
