"""Frames of a clip one after another: only what hands, carried pieces and their shadows touch is rendered anew, the rest is kept."""
import cv2
import numpy as np

from . import props

FEATHER = 8          # pixels over which a new part is blended in
PAD = .012           # of the width, around what moved
WHOLE = .75          # share of the picture above which all of it is rendered
STEADY = 15          # frames over which a renderer may keep what stands still


class Film:
    """Frames in order; after a jump the first one is rendered whole."""

    def __init__(self, scene, states, half_shutter=0.):
        """`half_shutter`: how long before and after a frame's moment it is exposed, in frames."""
        self.scene, self.states, self.studio, self.half_shutter = scene, states, scene.studio, half_shutter
        self.piece_of = {p["id"]: p for p in scene.pieces}
        self.hand_of = {h["index"]: h for h in scene.hands}
        self.linear = self.ids = self.shown_clocks = self.last = None
        self.window = None

    def frame(self, f):
        """(linear, ids) of frame f."""
        first = self.linear is None or f != self.last + 1
        if first:
            self.shown_clocks = None
        self.last = f
        self._set_state(self.states[f])
        clocks = self._set_clocks()
        self._keep_steady(f)
        moving, shadows = ([], []) if first else self._touched(f)
        if first or self._share(moving + shadows) > WHOLE:
            self.linear, self.ids = self.studio.render(f + 1)
        else:
            if moving:
                self._render_part(moving, shadows, f)
            if clocks != self.shown_clocks:
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

    def _keep_steady(self, f):
        """Tell a renderer that can make use of it what does not move for a while."""
        window = f // STEADY
        if not self.studio.draws_polygons or window == self.window:
            return
        self.window, loose = window, []
        near = self.states[max(0, window * STEADY - 1):(window + 1) * STEADY + 1]
        for pid in {pid for s in near for pid in [*s["held"], *s["changed"]]}:
            loose.append(self.piece_of[pid]["object"])
        for hand in self.scene.hands:
            loose += hand["objects"]
        loose += [b["_clock"]["rocker"] for b in self.scene.boards if b["clock"]]
        self.studio.keep_all_but(loose)

    def _touched(self, f):
        """Convex polygons in pixels: what hands, pieces and rockers that move cover, and what they and their shadows do; of this frame and the last."""
        lights, moving, shadows = self.studio.light_positions(), [], []
        now, before = self.states[f], self.states[f - 1]
        pieces = {*now["held"], *now["changed"], *before["held"], *before["changed"]}
        for number, state in ((f + 1, now), (f, before)):
            things = [(self.hand_of[index]["root"], self.hand_of[index]["outline"]) for index in state["hands"]]
            things += [(self.piece_of[pid]["object"], self.scene.piece_mesh(self.piece_of[pid]["kind"])[1]) for pid in pieces if not state["pieces"][pid]["hidden"]]
            clouds = [[] for _ in things]
            for part in (-self.half_shutter, self.half_shutter, 0.) if self.studio.draws_polygons else (0,):
                self.studio.show(number + part)
                for cloud, (o, outline) in zip(clouds, things):
                    cloud.append(self._placed(o, outline))
            for v in map(np.concatenate, clouds):
                moving.append(self._hull(v))
                for light in lights:
                    z = np.clip(v[:, 2:], 0, light[2] * .6)
                    shadows.append(self._hull(np.r_[v, np.c_[v[:, :2] + (v[:, :2] - light[:2]) * z / (light[2] - z), np.zeros(len(v))]]))
        for name in now["pressed"]:
            rocker = self.scene.by_name[name]["_clock"]["rocker"]
            moving.append(self._hull(self._placed(rocker, np.array([v.co for v in rocker.data.vertices], float))))
        self.studio.show(f + 1)
        keep = lambda polygons: [p for p in polygons if p is not None]
        return keep(moving), keep(shadows)

    @staticmethod
    def _placed(o, outline):
        m = np.array(o.matrix_world)
        return outline @ m[:3, :3].T + m[:3, 3]

    def _hull(self, points):
        q = self.scene.camera.project(points)
        q = q[np.isfinite(q).all(1)]
        size = np.array([self.scene.camera.width, self.scene.camera.height])
        q = q[((q > -size) & (q < 2 * size)).all(1)]
        return cv2.convexHull(q.astype(np.float32))[:, 0] if len(q) > 2 else None

    def _mask(self, polygons, pad):
        """Where the polygons are, widened by `pad` pixels."""
        mask = np.zeros(self.ids.shape, np.uint8)
        for polygon in polygons:
            cv2.fillConvexPoly(mask, np.round(polygon).astype(np.int32), 1)
        return cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * pad + 1,) * 2))

    def _share(self, polygons):
        if not polygons:
            return 0.
        pad = int(PAD * self.scene.camera.width)
        if self.studio.draws_polygons:
            return float(self._mask(polygons, pad).mean())
        x0, y0, x1, y1 = self._box(polygons, pad)
        return (x1 - x0) * (y1 - y0) / self.ids.size

    def _box(self, polygons, pad=0):
        q, (h, w) = np.concatenate(polygons), self.ids.shape
        x0, y0 = np.maximum(q.min(0) - pad, 0)
        x1, y1 = np.minimum(q.max(0) + pad, [w, h])
        return x0, y0, max(x0, x1), max(y0, y1)

    def _render_part(self, moving, shadows, f):
        pad = int(PAD * self.scene.camera.width)
        if self.studio.draws_polygons:
            mask = self._mask(moving + shadows, pad)
            self.studio.render_only(mask, self._mask(moving, pad))
        else:
            x0, y0, x1, y1 = box = self._box(moving + shadows, pad)
            mask = np.zeros(self.ids.shape, np.uint8)
            mask[int(y0):int(np.ceil(y1)), int(x0):int(np.ceil(x1))] = 1
            self.studio.render_only(box)
        soft = self._feathered(mask)
        linear, ids = self.studio.render(f + 1)
        self.studio.render_only(None)
        self._blend(soft, linear)
        self.ids = np.where(mask > 0, ids, self.ids)

    def _blend(self, soft, linear):
        rows, columns = np.flatnonzero(soft.any(1)), np.flatnonzero(soft.any(0))
        if len(rows):
            part = np.s_[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
            self.linear = self.linear.copy()
            self.linear[part] += (linear[part] - self.linear[part]) * soft[part][..., None]

    def _feathered(self, mask):
        """1 inside, falling to 0 at the mask's edge (not at the picture's)."""
        wide = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
        inside = cv2.distanceTransform(wide, cv2.DIST_L2, 3)[1:-1, 1:-1]
        return np.clip(inside / FEATHER, 0, 1) * mask

    def _render_displays(self, clocks, f):
        h, w = self.ids.shape
        for board in self.scene.boards:
            name = board["id"]
            if not board["clock"] or (self.shown_clocks and clocks[name] == self.shown_clocks.get(name)):
                continue
            q = self.scene.camera.project(np.array(board["_clock"]["display"]))
            mask = np.zeros((h, w), np.uint8)
            cv2.fillConvexPoly(mask, np.round(q).astype(np.int32), 1)
            self.studio.render_only(mask if self.studio.draws_polygons else (*np.maximum(q.min(0) - 4, 0), *np.minimum(q.max(0) + 4, [w, h])))
            part, _ = self.studio.render(f + 1)
            self.studio.render_only(None)
            self._blend(mask.astype(np.float32), part)
