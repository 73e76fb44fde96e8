"""Where every hand and piece of a clip is at every frame, as keys of the objects and as what the truth needs."""
import copy

from .arms import GRIP


class Timeline:
    """Keys every moving object at every frame and half a shutter around it; `states[f]` is what the truth needs.

    A state: `t`, `pieces` {number: at, res, hidden, logical, lying}, `held` and `changed` (numbers of pieces), `hands` (numbers), `clocks`.
    """

    def __init__(self, scene, acts, frames, fps, half_shutter):
        self.scene, self.acts, self.fps, self.half_shutter = scene, acts, fps, half_shutter
        self.changes = sorted([(t, act, what) for act in acts for t, what in act.changes], key=lambda c: c[0])
        self.done, self.held = 0, {}
        self.current = {p["id"]: dict(at=p.get("at"), res=p.get("res"), hidden=bool(p.get("hidden")), logical=p["logical"], lying=p["lying"]) for p in scene.pieces}
        self.clocks = {b["id"]: dict(b["clock"]) if b["clock"] else None for b in scene.boards}
        self.moving = {what[1]["id"]: what[1] for _, _, what in self.changes if what[0] in ("take", "put", "tip")}
        self.out = {}                                          # number of a hand: whether it was last keyed as seen
        self.states = [self._frame(f) for f in range(frames)]
        scene.studio.straighten_motion()

    def _frame(self, f):
        t, happened = f / self.fps, []
        while self.done < len(self.changes) and self.changes[self.done][0] <= t:
            _, act, what = self.changes[self.done]
            self.done += 1
            if what[0] == "take":
                self.held[what[1]["id"]] = (what[1], act)
                continue
            if what[0] == "put":
                self.held.pop(what[1]["id"], None)
            happened.append((what, act))
        for what, act in happened:
            self._apply(what, act, f)
        hands = self._key_hands(t, f)
        for piece, act in self.held.values():
            self._key_carried(piece, act, t, f)
        for pid, piece in self.moving.items():
            o = piece["object"]
            if pid not in self.held:
                for d in (-self.half_shutter, self.half_shutter, 0.):
                    o.keyframe_insert("location", frame=f + 1 + d)
            o.keyframe_insert("rotation_euler", frame=f + 1)
            o.hide_render = self.current[pid]["hidden"]
            o.keyframe_insert("hide_render", frame=f + 1)
        for clock in self.clocks.values():
            if clock:
                clock[clock["active"]] = max(0, clock[clock["active"]] - 1 / self.fps)
        return dict(t=t, pieces=copy.deepcopy(self.current), held=set(self.held), hands=[h["index"] for h, _ in hands], clocks=copy.deepcopy(self.clocks),
                    changed=[what[1]["id"] for what, _ in happened if what[0] != "press"], pressed=[act.board["id"] for what, act in happened if what[0] == "press"])

    def _apply(self, what, act, f):
        if what[0] == "press":
            self.clocks[act.board["id"]]["active"] = "black" if what[1] == "white" else "white"
            return
        piece = what[1]
        now = self.current[piece["id"]]
        now["lying"] = piece["lying"] = what[0] == "tip"
        if what[0] == "tip":
            self.scene.place(piece, act.board, piece["xy"])
        else:
            _, _, target, place, options = what
            now.update(at=None, res=None)
            if target == "off":
                now["hidden"] = True
                return
            now["res" if target == "R" else "at"] = act.player if target == "R" else target
            if options.get("promote"):
                now["logical"] = (options["promote"].upper() if piece["physical"].isupper() else options["promote"].lower()) + "~"
            self.scene.place(piece, act.board, place[:2])
        piece["object"].keyframe_insert("location", frame=f + 1)
        piece["object"].keyframe_insert("rotation_euler", frame=f + 1)

    def _key_hands(self, t, f):
        shown = []
        for act in self.acts:
            place, pose = act.at(t)
            for name, hand in act.hands.items():
                seen = place is not None and name == pose
                if place is not None:
                    for d in (-self.half_shutter, self.half_shutter, 0.):
                        act.show(hand, t + d / self.fps)
                        hand["root"].keyframe_insert("location", frame=f + 1 + d)
                        hand["root"].keyframe_insert("rotation_euler", frame=f + 1 + d)
                if self.out.get(hand["index"]) != seen:
                    self.out[hand["index"]] = seen
                    for o in hand["objects"]:
                        o.hide_render = not seen
                        o.keyframe_insert("hide_render", frame=f + 1)
                if seen:
                    shown.append((hand, act))
        return shown

    def _key_carried(self, piece, act, t, f):
        if act.at(t)[0] is None:
            return
        o = piece["object"]
        for d in (-self.half_shutter, self.half_shutter, 0.):
            x, y, z = self.scene.world_from_board(act.board, act.place_at(t + d / self.fps))
            o.location, o.rotation_euler = (x, y, z - piece["height"] * GRIP), (0, 0, piece["yaw"])
            o.keyframe_insert("location", frame=f + 1 + d)
        self.current[piece["id"]]["hidden"] = False
