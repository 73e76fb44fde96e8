"""Render a clip: python -m tandem_train.video SCENE.json PREFIX -> PREFIX.mp4 and PREFIX.jsonl (the truth, one line a frame).

scene["video"]: fps, duration, crf, preset, shutter_s (motion blur), flicker, png_every, events (see motion.py).
scene["render"]["fast"] uses raster.py's simpler light.  Only what hands, carried pieces and their shadows touch is rendered anew; the rest is kept from the frame before.
"""
import copy
import json
import math
import subprocess
import sys
import time

import cv2
import numpy as np

from . import props, raster
from .arms import GRIP
from .motion import Act
from .scene import COARSE, FINE, Scene
from .scene_truth import truth_of
from .sensor import Sensor

FEATHER = 8          # pixels over which a new part is blended in
PAD = .03            # of the width, around what moved
WHOLE = .75          # share of the picture above which all of it is rendered


class Timeline:
    """Keys every moving object at every frame and half a shutter around it; `states[f]` is what the truth needs."""

    def __init__(self, scene, acts, frames, fps, half_shutter):
        self.scene, self.acts, self.fps, self.half_shutter = scene, acts, fps, half_shutter
        self.changes = sorted([(t, act, what) for act in acts for t, what in act.changes], key=lambda c: c[0])
        self.done, self.held = 0, {}
        self.current = {p["id"]: dict(at=p.get("at"), res=p.get("res"), hidden=bool(p.get("hidden")), logical=p["logical"]) for p in scene.pieces}
        self.clocks = {b["id"]: dict(b["clock"]) if b["clock"] else None for b in scene.boards}
        self.moving = {what[1]["id"]: what[1] for _, _, what in self.changes if what[0] in ("take", "put")}
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
        for pid, (piece, act) in self.held.items():
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
                    moved=bool(happened), put=[what[1]["id"] for what, _ in happened if what[0] == "put"])

    def _apply(self, what, act, f):
        if what[0] == "press":
            self.clocks[act.board["id"]]["active"] = "black" if what[1] == "white" else "white"
            return
        _, piece, target, place, options = what
        now = self.current[piece["id"]]
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
                hidden = place is None or name != pose
                if place is not None:
                    for d in (-self.half_shutter, self.half_shutter, 0.):
                        act.show(hand, t + d / self.fps)
                        hand["root"].keyframe_insert("location", frame=f + 1 + d)
                        hand["root"].keyframe_insert("rotation_euler", frame=f + 1 + d)
                for o in hand["objects"]:
                    o.hide_render = hidden
                    o.keyframe_insert("hide_render", frame=f + 1)
                if not hidden:
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


class Film:
    """Frames one after another, reusing what did not change."""

    def __init__(self, scene, states):
        self.scene, self.states, self.studio = scene, states, scene.studio
        self.piece_of = {p["id"]: p for p in scene.pieces}
        self.hand_of = {h["index"]: h for h in scene.hands}
        self.linear = self.ids = self.shown_clocks = None

    def frame(self, f):
        """(linear, ids) of frame f; call in order."""
        state, first = self.states[f], self.linear is None
        self._set_state(state)
        clocks = self._set_clocks()
        still = not first and not state["hands"] and not self.states[f - 1]["hands"] and not state["moved"]
        whole = first
        if not still:
            region = None if first else self._region(f)
            whole = region is None
            if whole:
                self.linear, self.ids = self.studio.render(f + 1)
            else:
                self._render_part(region, f)
        if clocks != self.shown_clocks and not whole:
            self._render_displays(clocks, f)
        self.shown_clocks = clocks
        return self.linear, self.ids

    def _set_state(self, state):
        for pid, now in state["pieces"].items():
            piece = self.piece_of[pid]
            piece.update(now, held=pid in state["held"])
            if piece["held"]:
                piece["at"] = piece["res"] = None
        for hand in self.scene.hands:
            hand["hidden"] = hand["index"] not in state["hands"]
        for board in self.scene.boards:
            if board["clock"]:
                board["clock"] = state["clocks"][board["id"]]

    def _set_clocks(self):
        """What the displays say now, after changing those that said something else."""
        shown = {}
        for board in self.scene.boards:
            clock = board["clock"]
            if not clock:
                continue
            name = board["id"]
            shown[name] = (int(clock["white"]), int(clock["black"]), clock["active"])
            if self.shown_clocks is None or shown[name] != self.shown_clocks.get(name):
                old, board["_display_image"] = board["_display_image"], self.studio.image(props.display_of(board), "display")
                self.studio.swap_image(self.studio.materials["display" + name], board["_display_image"])
                self.studio.forget(old)
                board["_clock"]["rocker"].rotation_euler[0] = props.rocker_tilt(board)
        return shown

    def _region(self, f):
        """The rectangle that hands, carried pieces and their shadows touch, now or in the frame before; None for everything."""
        lights, touched = self.studio.light_positions(), []

        def touch(o, outline):
            m = np.array(o.matrix_world)
            v = outline @ m[:3, :3].T + m[:3, 3]
            touched.append(v)
            for light in lights:
                z = np.clip(v[:, 2:], 0, light[2] * .6)
                touched.append(np.c_[v[:, :2] + (v[:, :2] - light[:2]) * z / (light[2] - z), np.zeros(len(v))])
        for frame in (f + 1, f):
            self.studio.show(frame)
            state = self.states[frame - 1]
            for index in state["hands"]:
                touch(self.hand_of[index]["root"], self.hand_of[index]["outline"])
            before = set(self.states[frame - 2]["held"]) if frame > 1 else set()
            for pid in set(state["held"]) | set(state["put"]) | before:
                touch(self.piece_of[pid]["object"], self.scene.piece_mesh(self.piece_of[pid]["kind"])[1])
        if not touched:
            return None
        camera = self.scene.camera
        q = camera.project(np.concatenate(touched))
        q = q[np.isfinite(q).all(1)]
        w, h = camera.width, camera.height
        x0, y0 = np.maximum(q.min(0) - PAD * w, 0)
        x1, y1 = np.minimum(q.max(0) + PAD * w, [w, h])
        return None if (x1 - x0) * (y1 - y0) > WHOLE * w * h or x1 <= x0 or y1 <= y0 else (x0, y0, x1, y1)

    def _render_part(self, region, f):
        mask = self._feathered(region)
        self.studio.render_only(region)
        linear, ids = self.studio.render(f + 1)
        self.studio.render_only(None)
        self.linear = self.linear * (1 - mask[..., None]) + linear * mask[..., None]
        self.ids = np.where(mask > 0, ids, self.ids)

    def _feathered(self, region):
        mask = np.zeros(self.ids.shape, np.float32)
        x0, y0, x1, y1 = int(region[0]), int(region[1]), math.ceil(region[2]), math.ceil(region[3])
        mask[y0:y1, x0:x1] = 1
        wide = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
        inside = cv2.distanceTransform((wide > 0).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1]
        return np.clip(inside / FEATHER, 0, 1) * mask

    def _render_displays(self, clocks, f):
        h, w = self.ids.shape
        for board in self.scene.boards:
            name = board["id"]
            if not board["clock"] or (self.shown_clocks and clocks[name] == self.shown_clocks.get(name)):
                continue
            q = self.scene.camera.project(np.array(board["_clock"]["display"]))
            x0, y0 = np.maximum(q.min(0) - 4, 0)
            x1, y1 = np.minimum(q.max(0) + 4, [w, h])
            self.studio.render_only((x0, y0, x1, y1))
            part, _ = self.studio.render(f + 1)
            self.studio.render_only(None)
            mask = np.zeros((h, w), np.float32)
            cv2.fillConvexPoly(mask, np.round(q).astype(np.int32), 1.)
            self.linear = self.linear * (1 - mask[..., None]) + part * mask[..., None]


def encoder(path, width, height, fps, crf, preset):
    """FFmpeg as its own process, reading BGR frames."""
    return subprocess.Popen(
        ["ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s", "%dx%d" % (width, height), "-r", str(fps), "-i", "-",
         "-c:v", "libx264", "-preset", preset, "-crf", str(crf), "-pix_fmt", "yuv420p", path], stdin=subprocess.PIPE)


def render_video(spec, prefix):
    settings = spec["video"]
    fps = settings.get("fps", 8)
    frames = int(round(settings["duration"] * fps))
    detail = COARSE if spec.get("render", {}).get("detail") == "coarse" else FINE
    scene = Scene(spec, detail, raster.Studio() if spec.get("render", {}).get("fast") else None)
    g, sensor = np.random.default_rng([scene.seed, 50]), Sensor(spec.get("sensor", {}), scene.seed)
    acts = [Act(scene, event, g) for event in sorted(settings.get("events", []), key=lambda e: e["t"])]
    shutter = min(1., settings.get("shutter_s", .02) * fps)
    scene.studio.use_motion_blur(settings.get("motion_blur", True), shutter, fps)
    states = Timeline(scene, acts, frames, fps, shutter / 2).states
    film, began = Film(scene, states), time.time()
    pipe = encoder(prefix + ".mp4", scene.camera.width, scene.camera.height, fps, settings.get("crf", 26), settings.get("preset", "veryfast"))
    with open(prefix + ".jsonl", "w") as out:
        for f, state in enumerate(states):
            linear, ids = film.frame(f)
            flicker = 1 + .01 * math.sin(f * 2.1) * settings.get("flicker", 1)
            picture = sensor(linear * flicker, jpeg=False)
            pipe.stdin.write(picture.tobytes())
            truth = dict(truth_of(scene, ids), frame=f, t=round(state["t"], 4))
            if f:
                del truth["style"], truth["camera"]
            out.write(json.dumps(truth) + "\n")
            if settings.get("png_every") and f % settings["png_every"] == 0:
                cv2.imwrite("%s_%04d.png" % (prefix, f), picture)
            if f % 10 == 0:
                print("frame %d/%d after %.0f s" % (f, frames, time.time() - began), flush=True)
    pipe.stdin.close()
    if pipe.wait():
        raise SystemExit("ffmpeg failed on " + prefix + ".mp4")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    render_video(json.load(open(sys.argv[1])), sys.argv[2])
