"""From a script to what happens: every action checked against the rules and turned into events of hands (motion.py) and into truth."""
from .motion import seconds_of
from .rules import Board


PARTNER = {"Aw": "Bb", "Bb": "Aw", "Ab": "Bw", "Bw": "Ab"}
COLOUR = {"w": "white", "b": "black"}
BODY_STAYS = ("gr", "nl")       # profiles whose promoted pawns keep their body
BETWEEN = .55                   # seconds between two hand-overs to one seat, at least
UNDO_HAND = 1.2                 # a hand that does something aside is so much slower


class Course:
    """`events` for the renderer; `turns` (by board, in the order of their presses), `others`, `alerts`, `declarations` for the truth."""

    def __init__(self, script):
        self.script, self.boards = script, {"A": Board(), "B": Board()}
        self.events, self.others, self.alerts, self.declarations = [], [], [], []
        self.turns, self.open = {"A": [], "B": []}, {"A": [], "B": []}
        self.owed = {seat: [] for seat in PARTNER}              # dropped before they were held by the rules
        self.received = {}
        for action in sorted(script.actions, key=lambda a: a.time):
            getattr(self, "_" + action.verb.replace(" ", "_"))(action)
            if "expect" in action.options and action.verb != "hides":
                self._alert(action, action.options["expect"])
        for board, turns in self.open.items():
            for turn in turns:
                raise turn["action"].wrong("the clock is never pressed")

    # ---- moves
    def _plays(self, action):
        turn = self._turn(action)
        self._hand(action, steps=turn["steps"], press=True, wait=float(action.options.get("wait", 0)))
        self._press_now(action)

    def _moves(self, action):
        self._hand(action, steps=self._turn(action)["steps"])

    def _presses(self, action):
        if not self.open[action.board]:
            raise action.wrong("there is nothing to press for")
        self._hand(action, press=True, wait=float(action.options.get("wait", 0)))
        self._press_now(action)

    def _press_now(self, action):
        for turn in self.open[action.board]:
            self.turns[action.board].append(turn)
            if turn["captured"]:
                self._hand_over(turn, action)
        self.open[action.board] = []

    def _turn(self, action):
        board, uci, why = self.boards[action.board], action.what, action.options.get("illegal")
        reserve = board.reserves[action.white]
        legal = list(board.legal())
        known = uci if uci in legal else uci + "q" if uci + "q" in legal else None       # a pawn may be left as it is
        if (known is None or board.white_to_move != action.white) != bool(why):
            raise action.wrong("%s is %s; %s" % (uci, "not legal" if not why else "legal", board.placement() + " holding " + "".join(reserve)))
        before, moved = board.copy(), None if uci[1] == "@" else board.pieces.get(uci[:2])
        if uci[1] != "@" and (moved is None or moved.isupper() != action.white):
            raise action.wrong("%s has no piece on %s" % (action.seat, uci[:2]))
        board.white_to_move = action.white
        san = board.san(known).replace("=Q", "" if known != uci else "=Q") if not why else uci
        captured_at = uci[2:4]
        if moved and moved.upper() == "P" and captured_at == board.en_passant and uci[0] != uci[2]:
            captured_at = uci[2] + uci[1]
        if uci[1] == "@" and uci[0] not in reserve:
            self.owed[action.seat].append(uci[0])
            reserve.append(uci[0])
        captured = board.push(uci)
        turn = dict(action=action, seat=action.seat, uci=uci, san=san, legal=not why, captured=captured, captured_at=captured_at, before=before, why=why)
        turn["steps"] = self._steps(turn)
        self.open[action.board].append(turn)
        if why:
            kind = "illegal_drop" if uci[1] == "@" else "illegal_move"
            self._alert(action, action.options.pop("expect", kind), piece=uci[0] if uci[1] == "@" else moved.upper(), uci=uci)
        return turn

    def _steps(self, turn):
        """The hand's steps in the renderer's form."""
        uci, options = turn["uci"], turn["action"].options
        if uci[1] == "@":
            return [["R:" + uci[0], uci[2:]]]
        src, to = uci[:2], uci[2:4]
        replaced = len(uci) == 5 and self.script.profile not in BODY_STAYS and "unreplaced" not in options
        carry = options.get("capture") == "carry" or turn["captured_at"] != to or replaced
        steps = [[turn["captured_at"], "off"]] if turn["captured"] and carry else []
        how = {"swap": True} if turn["captured"] and not carry else {}
        if len(uci) == 5 and not replaced:
            how["promote"] = uci[4].upper()
        steps.append([src, to, how] if how else [src, to])
        if replaced:
            steps += [[to, "off"], ["off:" + uci[4].upper(), to, {"promote": uci[4].upper()}]]
        if turn["san"].startswith("O-O"):
            rank = uci[1]
            steps.append(["h" + rank, "f" + rank] if to[0] == "g" else ["a" + rank, "d" + rank])
        return steps

    def _hand_over(self, turn, press):
        over, to = turn["action"].options.get("over"), PARTNER[turn["seat"]]
        if over == "never":
            return
        piece, speed = turn["captured"], self.script.speed * UNDO_HAND
        if piece in self.owed[to]:
            self.owed[to].remove(piece)
        else:
            self.boards[to[0]].reserves[to[1] == "w"].append(piece)
        steps = [["off:" + piece, "R"]]
        event = dict(board=to[0], player=COLOUR[to[1]], steps=steps, side=self.script.side(to, False), speed=speed)
        if press.t is None:
            event["t"] = press.start + self.script.handover_s
        else:
            done = press.t + float(over if over is not None else self.script.handover_s)
            if over is None:
                done = max(done, self.received.get(to, 0.) + BETWEEN)
            self.received[to] = done
            event.update(t=done - seconds_of(steps, False) * speed, done=done)
        self.events.append(event)

    # ---- hands that play no move
    def _takes_back(self, action):
        turn = self.open[action.board].pop() if self.open[action.board] else None
        if turn is None or turn["seat"] != action.seat:
            raise action.wrong("there is no move of %s that is not pressed yet" % action.seat)
        if turn["captured"] or len(turn["steps"]) > 1:
            raise action.wrong("only moves of one piece that take nothing can be taken back")
        src, to = turn["steps"][0][:2]
        self._hand(action, steps=[[to, "R" if src.startswith("R:") else src]])
        reserves = self.boards[action.board].reserves
        self.boards[action.board] = turn["before"]
        self.boards[action.board].reserves = reserves
        if src.startswith("R:"):
            reserves[action.white].append(src[2:])
        self._other(action, "taken_back", uci=turn["uci"])

    def _aside(self, action, event, steps, **more):
        self._hand(action, steps=steps, speed=self.script.speed * UNDO_HAND)
        self._other(action, event, **more)

    def _touches(self, action):
        self._aside(action, "touched", [[action.what, action.what]], square=action.what)

    def _adjusts(self, action):
        by = [float(v) for v in action.options.get("by", "0.18,-0.12").split(",")]
        self._aside(action, "adjusted", [[action.what, action.what, {"slide": True, "by": by}]], square=action.what)

    def _knocks_over(self, action):
        self._aside(action, "knocked_over", [[action.what, action.what, {"tip": True}]], square=action.what)

    def _sets_right(self, action):
        self._aside(action, "set_right", [[action.what, action.what, {"lies": True}]], square=action.what)

    def _hides(self, action):
        self._aside(action, "hidden_reserve", [["R:" + action.what.upper(), "off"]], piece=action.what.upper())
        self._alert(action, action.options.get("expect", "hidden_reserve"), piece=action.what.upper())

    def _shows(self, action):
        self._aside(action, "shown_again", [["off:" + action.what.upper(), "R"]], piece=action.what.upper())

    def _declares(self, action):
        self.declarations.append(dict(t_ms=round(action.t * 1000), seat=action.seat, promotion=action.what))

    # ---- what is written down
    def _hand(self, action, **event):
        event = dict(dict(board=action.board, player=COLOUR[action.seat[1]], side=self.script.side(action.seat), speed=self.script.speed), **event)
        if action.t is None:
            event["t"] = action.start
        else:
            natural = seconds_of(event.get("steps", []), event.get("press")) * event["speed"] + event.get("wait", 0)
            event.update(done=action.t, t=round(action.t - float(action.options.get("in", natural)), 3))
        self.events.append(event)

    def _other(self, action, event, **more):
        self.others.append(dict(event=event, seat=action.seat, **more, about_ms=round(action.time * 1000)))

    def _alert(self, action, kind, **more):
        self.alerts.append(dict(kind=kind, seat=action.seat, **more, about_ms=round(action.time * 1000)))


