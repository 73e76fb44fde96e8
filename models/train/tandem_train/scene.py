"""A table as described by a scene file, built in Blender.

Frames: the world is in metres, z up; a board's frame has its origin at the board's centre, x towards the h-file, y towards
rank 8.  Everything that a scene file leaves out is drawn from its `seed`.  See the read-me for the fields.
"""
import copy
import math

import numpy as np
from scipy.spatial import ConvexHull

from . import arms, lighting, pieces, props, textures
from .blender import Studio
from .camera import Camera
from .textures import linear

FILES = "abcdefgh"
MATERIALS = {  # (kind, sRGB) of white, of black
    "plastic_classic": (("plastic", "ece3c6"), ("plastic", "151515")), "plastic_white": (("plastic", "f1f0ea"), ("plastic", "1d1d1f")),
    "plastic_natural": (("plastic", "d9c18f"), ("plastic", "20130e")), "plastic_red": (("plastic", "efe6d2"), ("plastic", "7d1512")),
    "wood_ebonised": (("wood", "d8b27a"), ("wood", "17120f")), "wood_rosewood": (("wood", "dcb678"), ("wood", "4a1a10")),
    "wood_sheesham": (("wood", "e0be88"), ("wood", "6e3d1e")), "wood_walnut": (("wood", "d2a86c"), ("wood", "48301f")),
    "matte_grey": (("plastic", "d5d4cf"), ("plastic", "37383c")),
}
# pixels a square of the board's face, pixels of the table's tile, grid of hands in millimetres
FINE = dict(board=112, table=1400, hand=3.0)
COARSE = dict(board=64, table=900, hand=4.5)
COARSEST = dict(board=44, table=420, hand=6.)


def parse_placement(fen):
    """Piece placement (FEN, `Q~` a promoted pawn) -> {square: (what stands there, what it counts as)}."""
    out = {}
    for r, row in enumerate(fen.split()[0].split("/")[:8]):
        f = 0
        for ch in row:
            if ch.isdigit():
                f += int(ch)
            elif ch == "~":
                square = FILES[f - 1] + str(8 - r)
                counts_as = out[square][1]
                out[square] = ("P" if counts_as[0].isupper() else "p", counts_as + "~")
            else:
                out[FILES[f] + str(8 - r)] = (ch, ch)
                f += 1
    return out


class Scene:
    """`pieces` and `hands` are dictionaries; the object number of a piece is its `id`, of a hand its `index`."""

    def __init__(self, spec, detail=FINE, studio=None, meshes=None):
        """`studio`: what renders (Blender unless told otherwise); `meshes`: of an earlier scene with the same set, to save making them."""
        self.spec = spec = copy.deepcopy(spec)
        self.seed, self.detail = int(spec.get("seed", 0)), detail
        self.g = np.random.default_rng([self.seed, 1])
        self.studio = studio or Studio()
        self.texture_seed = int(spec.get("texture_seed", self.seed))
        self.style = spec.setdefault("style", {})
        self._complete_style()
        self.square = self.style["square_mm"] / 1000.
        self.half = (4 + self.style["border_sq"]) * self.square      # half the board's side, border included
        self.pieces, self.hands, self.next_id, self.meshes = [], [], 1, {} if meshes is None else meshes
        self.boards = spec["boards"]
        self._complete_boards()
        self.by_name = {b["id"]: b for b in self.boards}
        props.add_table(self)
        for board in self.boards:
            props.add_board(self, board)
        for board in self.boards:
            self._populate(board)
        for hand in spec.get("hands", []):
            arms.add_described(self, hand)
        if self.style["clutter"]:
            props.add_clutter(self)
        if spec.get("stickers"):
            self._add_stickers()
        lighting.add_lights(self)
        self.camera = Camera(spec.setdefault("camera", {}), self._points_in_view(), self.seed, len(self.boards) > 1)
        self.studio.use_camera(self.camera)
        self.studio.use_cycles(spec.setdefault("render", {}), self.seed)

    # ---- what the scene file left out
    def _complete_style(self):
        g, style = self.g, self.style
        pick = lambda names: names[int(g.integers(len(names)))]
        common = lighting.LIGHTS + ["window", "ceiling", "ceiling", "fluorescent", "mixed", "mixed"]
        drawn = (("board", pick(list(textures.BOARDS))), ("set", pick(list(pieces.STYLES))), ("material", pick(list(MATERIALS))),
                 ("table", pick(textures.TABLES)), ("light", pick(common)), ("square_mm", float(g.uniform(50, 60))),
                 ("border_sq", float(g.uniform(.3, .75))), ("clutter", bool(g.random() < .6)), ("set_seed", int(g.integers(1e6))),
                 ("coords", bool(g.random() < .85)))
        for name, value in drawn:
            style.setdefault(name, value)
        looks = self.spec.get("looks", {})                # a look that has no name is described in full
        self.board_look = looks.get("board") or textures.BOARDS[style["board"]]
        self.set_look = looks.get("set") or pieces.STYLES[style["set"]]
        self.material_look = looks.get("material") or MATERIALS[style["material"]]

    def _complete_boards(self):
        for i, board in enumerate(self.boards):
            beside = [0, 0] if i == 0 else [2 * self.half + 7.0 * self.square, 0]
            for name, value in (("id", "AB"[i]), ("center", beside), ("rot", 0 if i == 0 else 180), ("reserves", {}),
                                ("reserve_side", "right"), ("overrides", {}), ("sloppy", float(self.g.uniform(.5, 1.4)))):
                board.setdefault(name, value)

    # ---- places
    def world_from_board(self, board, p):
        a = math.radians(board["rot"])
        c, s = math.cos(a), math.sin(a)
        x, y = board["center"]
        return np.array([x + c * p[0] - s * p[1], y + s * p[0] + c * p[1], p[2] if len(p) > 2 else 0.])

    def square_centre(self, name):
        return np.array([(FILES.index(name[0]) - 3.5) * self.square, (int(name[1]) - 4.5) * self.square])

    def surface(self, board, x, y):
        """Height of what lies under a point of the board's frame."""
        half = self.half
        if abs(x) > half or abs(y) > half:
            return 0.0
        n = board["_waves"].shape[0] - 1
        i, j = (x / half + 1) / 2 * n, (y / half + 1) / 2 * n
        return float(board["_thickness"] + board["_waves"][int(round(i)), int(round(j))])

    def reserve_zone(self, board, player):
        """x0, y0, x1, y1 in the board's frame."""
        side = 1 if board["reserve_side"] == "right" else -1
        near = self.half + .25 * self.square
        far = near + 2.9 * self.square
        y0, y1 = (-self.half, -.25 * self.square) if player == "white" else (.25 * self.square, self.half)
        return min(side * near, side * far), y0, max(side * near, side * far), y1

    def reserve_slots(self, board, player, n, g):
        """n places in loose rows of three."""
        x0, y0, x1, y1 = self.reserve_zone(board, player)
        step, out = self.square * .92, []
        rows = max(1, math.ceil(max(n, 1) / 3) - 1)
        step_y = min(step, (y1 - y0 - self.square * .6) / rows if n > 3 else step)
        for i in range(n):
            column, row = i % 3, i // 3
            y = y0 + self.square * .45 + row * step_y if player == "white" else y1 - self.square * .45 - row * step_y
            out.append(np.array([x0 + self.square * .5 + column * step, y]) + g.normal(0, .07 * self.square, 2))
        return out

    def _points_in_view(self):
        points, half = [], self.half
        for board in self.boards:
            points += [self.world_from_board(board, (x, y, 0)) for x in (-half, half) for y in (-half, half)]
            if self.spec["camera"].get("fit") == "all":
                for player in ("white", "black"):
                    x0, y0, x1, y1 = self.reserve_zone(board, player)
                    points += [self.world_from_board(board, (x, y, 0)) for x in (x0, x1) for y in (y0, y1)]
                if board["clock"]:
                    k = board["_clock"]
                    points += [self.world_from_board(board, (k["x"] + k["side"] * .05, k["y"] + q * k["length"] / 2, 0)) for q in (-1, 1)]
        return points

    # ---- pieces
    def piece_mesh(self, kind):
        """(mesh, convex hull [n, 3], height, radius) of a kind, in metres."""
        if kind not in self.meshes:
            v, f = pieces.piece_mesh(kind, self.set_look, self.style["set_seed"])
            v = v * self.square
            self.meshes[kind] = (self.studio.mesh("piece" + kind, v, f), v[ConvexHull(v).vertices], float(v[:, 2].max()),
                                 float(np.hypot(v[:, 0], v[:, 1]).max()))
        return self.meshes[kind]

    def _piece_material(self, white):
        kind, colour = self.material_look[0 if white else 1]
        g = np.random.default_rng([self.seed, 6, white])
        c = linear(np.clip(textures.srgb(colour) * g.uniform(.92, 1.06), 0, 1))
        if kind == "wood":
            tones = (c * 1.12, c * .62) if c.mean() > .1 else (c * 1.5, c * .7)
            look = dict(wood=tones, rough=g.uniform(.22, .5), coat=g.choice([0, .3, .6]), coat_rough=.15, wood_scale=g.uniform(9, 18))
        else:
            look = dict(color=c, noise=(9., .05), rough=g.uniform(.16, .5), bump=(40., .03), bump_distance=.01)
        return self.studio.material("pieces%d" % white, **look)

    def add_piece(self, board, physical, logical, xy, turn=None, lying=False, g=None, **where):
        """`where`: at=square, res=player, held=True or hidden=True; turn in degrees, drawn when None."""
        kind, white, g = physical.upper(), physical.isupper(), g or self.g
        mesh, _, height, _ = self.piece_mesh(kind)
        facing = math.radians(board["rot"]) + (0 if white else math.pi)
        if turn is not None:
            yaw = facing + math.radians(turn)
        elif kind in "NK":
            yaw = facing + g.normal(0, .22 if kind == "N" else .15)
        else:
            yaw = facing + g.uniform(0, 6.28)
        piece = dict(id=self.next_id, kind=kind, physical=physical, logical=logical, board=board["id"], yaw=yaw, lying=lying, height=height, **where)
        self.next_id += 1
        piece["object"] = self.studio.object("piece", mesh, self._piece_material(white), index=piece["id"])
        self.place(piece, board, xy)
        if lying:
            self._lie_clear(piece, board, xy, g)
        self.pieces.append(piece)
        return piece

    def _lie_clear(self, piece, board, xy, g):
        """Turn a lying piece until it cuts through no neighbour; else let it stand."""
        others = [q for q in self.pieces if q["board"] == board["id"] and not q.get("held")]
        radius = self.piece_mesh(piece["kind"])[3]
        for _ in range(24):
            self.studio.refresh()
            m = np.array(piece["object"].matrix_world)
            axis = m[:3, :3] @ [0, 0, 1.]
            along = [m[:3, 3] + axis * piece["height"] * u for u in (0, .25, .5, .75, 1.)]
            if all(np.hypot(*(np.array(q["object"].location[:2]) - w[:2])) > self.piece_mesh(q["kind"])[3] + radius * .6 for q in others for w in along):
                return
            piece["yaw"] = g.uniform(0, 6.28)
            self.place(piece, board, xy)
        piece["lying"] = False
        self.place(piece, board, xy)

    def place(self, piece, board, xy):
        """Stand the piece on a point of the board's frame; a lying one rolls on its rim."""
        z, o = self.surface(board, *xy), piece["object"]
        o.rotation_mode = "XYZ"
        if piece["lying"]:
            hull, fall = self.piece_mesh(piece["kind"])[1], math.pi / 2 - math.atan2(.30 * self.square * .5, piece["height"])
            turned = hull @ np.array([[1, 0, 0], [0, math.cos(fall), -math.sin(fall)], [0, math.sin(fall), math.cos(fall)]]).T
            o.rotation_euler = (fall, 0, piece["yaw"])
            w = self.world_from_board(board, (*xy, z - turned[:, 2].min()))
            off, a = turned[:, :2].mean(0), piece["yaw"]
            w[:2] -= [math.cos(a) * off[0] - math.sin(a) * off[1], math.sin(a) * off[0] + math.cos(a) * off[1]]
        else:
            o.rotation_euler = (0, 0, piece["yaw"])
            w = self.world_from_board(board, (*xy, z))
        o.location = w
        piece["xy"] = tuple(map(float, xy))

    def _populate(self, board):
        g, overrides = np.random.default_rng([self.seed, 7, props.letter_of(board)]), board["overrides"]
        standing = parse_placement(board.get("fen", "8/8/8/8/8/8/8/8"))
        for name, (physical, logical) in sorted(standing.items(), key=lambda k: overrides.get(k[0], {}).get("lying", False)):
            own, radius = overrides.get(name, {}), self.piece_mesh(physical.upper())[3]
            limit = max(.05, .5 - radius / self.square * .80)
            d = np.clip(g.normal(0, .055 * board["sloppy"], 2), -limit, limit)
            d = np.array([own.get("dx", d[0]), own.get("dy", d[1])])
            self.add_piece(board, physical, logical, self.square_centre(name) + d * self.square, own.get("rot"), own.get("lying", False), g, at=name)
        for player, held in board["reserves"].items():
            slots = self.reserve_slots(board, player, len(held), g)
            rows = [(c, xy, bool(g.random() < board.get("reserve_lying", .08))) for c, xy in zip(held, slots)]
            for letter, xy, lying in sorted(rows, key=lambda k: k[2]):
                letter = letter.upper() if player == "white" else letter.lower()
                turn = float(g.uniform(0, 360)) if lying or g.random() < .4 else None
                self.add_piece(board, letter, letter, xy, turn, lying, g, res=player)

    def _add_stickers(self):
        """Small coloured discs on the tops, one colour a kind or any."""
        from .meshes import lathe
        g, studio = np.random.default_rng([self.seed, 77]), self.studio
        v, f = lathe(np.array([(0, 0, 0), (1, 0, 0), (1, .06, 0), (.94, .09, 0), (0, .09, 0)]), 24)
        mesh = studio.mesh("disc", v * self.square * g.uniform(.09, .17), f, False)
        by_kind = g.random() < .6
        colours = {k: textures.hsv(g.random(), g.uniform(.5, 1), g.uniform(.4, .95)) for k in "PNBRQKpnbrqk"}
        for piece in self.pieces:
            if piece["lying"] or piece.get("held"):
                continue
            colour = colours[piece["physical"] if by_kind else "PNBRQK"[int(g.integers(6))]]
            x, y, z = piece["object"].location
            studio.object("disc", mesh, studio.material("disc" + colour, color=linear(colour), rough=.5), (x, y, z + piece["height"] - .002), index=piece["id"])
