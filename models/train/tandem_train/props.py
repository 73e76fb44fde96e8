"""What stands around the pieces: the table, the boards, chess clocks, and clutter.  Functions that add to a Scene."""
import math

import cv2
import numpy as np

from . import textures
from .meshes import as_faces, box, grid_faces, lathe, prism
from .textures import linear

CLOCK_ID = 800      # + 0 for board A, 1 for board B


def letter_of(board):
    return ord(board["id"][0])


def add_table(scene):
    g, kind, studio = np.random.default_rng([scene.seed, 2]), scene.style["table"], scene.studio
    image = studio.image(textures.table_texture(kind, scene.texture_seed, scene.detail["table"]), "table")
    hard = kind in ("wood", "laminate")
    rough = dict(wood=g.uniform(.25, .55), laminate=g.uniform(.25, .5)).get(kind, .9)
    cloth = {} if hard else dict(bump=(900., .35), sheen=.2)
    material = studio.material("table", image=image, rough=rough, spec=.5 if hard else .2, **cloth)
    half, tiles = 3.2, 4.0
    a = math.radians(float(g.choice([0, 90]) + g.normal(0, 3)))
    corners = [[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]]
    turned = lambda x, y: [(math.cos(a) * x - math.sin(a) * y) * tiles / 2, (math.sin(a) * x + math.cos(a) * y) * tiles / 2]
    uv = [turned(x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    studio.object("table", studio.mesh("table", corners, [(0, 1, 2, 3)], False, uv), material)


def add_board(scene, board):
    """The board's face (slightly wavy when it is thin) and its slab; sets `_thickness` and `_waves` for what stands on it."""
    studio, style, half, n = scene.studio, scene.style, scene.half, 36
    look = scene.board_look
    face = textures.board_texture(look, scene.texture_seed + letter_of(board), scene.detail["board"], style["border_sq"], style["coords"])
    board["_thickness"] = face.thickness
    thin = face.thickness < .004
    coat = dict(coat=.5, coat_rough=.12) if look["kind"] == "wood" and look["rough"] < .3 else {}
    material = studio.material("board" + board["id"], image=studio.image(face.colour, "board"),
                               rough_image=studio.image(face.rough, "rough", False), **coat)
    g, u = np.random.default_rng([scene.seed, 3, letter_of(board)]), np.linspace(-1, 1, n + 1)
    x, y = np.meshgrid(u, u, indexing="ij")
    waves = textures.noise(n + 1, n + 1, 9, g, 2) * (.0005 if thin else .0)
    if thin:                                                   # one corner curls up
        lift = g.uniform(0, .004)
        waves = waves + lift * np.clip((x * g.choice([-1, 1]) + y * g.choice([-1, 1])) / 2 - .72, 0, 1) / .28
    if face.creased and thin:
        for c in np.linspace(-1, 1, 5)[1:-1]:
            waves += .0006 * np.exp(-((x - c) / .02) ** 2) * g.uniform(0, 1)
    board["_waves"] = waves - waves.min()
    v = np.stack([x * half, y * half, board["_waves"] + face.thickness], -1).reshape(-1, 3)
    faces = grid_faces(n + 1, n + 1)
    uv = np.stack([(x + 1) / 2, (y + 1) / 2], -1).reshape(-1, 2)[faces.ravel()]
    rotation, location = (0, 0, math.radians(board["rot"])), (*board["center"], 0)
    studio.object("board", studio.mesh("board", v, as_faces(faces), True, uv), material, location, rotation)
    if not thin:
        v, f = box(0, 0, face.thickness / 2 - .0003, 2 * half, 2 * half, face.thickness - .0006)
        slab = studio.material("slab", color=linear(look["border"]) * .8, rough=.4)
        studio.object("slab", studio.mesh("slab", v, f, False), slab, location, rotation)
    if board.get("clock", "draw") == "draw":
        board["clock"] = dict(white=float(g.integers(5, 300)), black=float(g.integers(5, 300)), active=str(g.choice(["white", "black"])))
    if board["clock"]:
        add_clock(scene, board)


def rocker_tilt(board):
    return .035 * (1 if board["clock"]["active"] == "black" else -1)


def display_of(board):
    """The display's picture: who sits at its left end is told by `_display_left`."""
    clock = board["clock"]
    sides = ["white", "black"] if board["_display_left"] == "white" else ["black", "white"]
    return textures.clock_display([clock[k] for k in sides], sides.index(clock["active"]))


def add_clock(scene, board):
    """A two-sided digital clock opposite the reserves; `_clock` keeps what hands and truth need (board frame, metres)."""
    studio, g = scene.studio, np.random.default_rng([scene.seed, 4, letter_of(board)])
    side = -1 if board["reserve_side"] == "right" else 1
    length, depth, height = .15 * g.uniform(.9, 1.15), .085, .055
    x, y = side * (scene.half + .035 + depth / 2), g.normal(0, .015)
    mirror = np.array([-1, -1, 1]) if side < 0 else np.ones(3)
    outline = np.array([(-depth / 2, 0), (depth / 2, 0), (depth / 2, .018), (-.005, height), (-depth / 2, height)])
    v, f = prism(outline, -length / 2, length / 2)
    colour = textures.srgb(g.choice(["22252b", "7c1f1f", "2a3a63", "d8d6cf", "3c3f42"]))
    rotation, place = (0, 0, math.radians(board["rot"])), scene.world_from_board(board, (x, y, 0))
    index = CLOCK_ID + letter_of(board) - ord("A")
    body = studio.object("clock", studio.mesh("clock", v * mirror, f, False),
                         studio.material("clock" + board["id"], color=linear(colour), rough=.4), place, rotation, index)
    studio.bevel(body, .004, 3)
    key = side * -.023
    v, f = box(0, 0, 0, .026, length * .86, .007)
    rocker = studio.object("rocker", studio.mesh("rocker", v, f, False), studio.material("rocker", color=(.55, .55, .55), rough=.3),
                           scene.world_from_board(board, (x + key, y, height + .006)), (rocker_tilt(board), 0, rotation[2]))
    studio.bevel(rocker, .002)
    quad = _display_quad(length, depth, height) * mirror
    board["_display_left"] = "white" if side > 0 else "black"
    board["_display_image"] = studio.image(display_of(board), "display")
    display = studio.material("display" + board["id"], image=board["_display_image"], rough=.12, emission=.05)
    studio.object("display", studio.mesh("display", quad, [(0, 1, 2, 3)], False, [[0, 1], [0, 0], [1, 0], [1, 1]]), display, place, rotation, index)
    at_origin = dict(board, center=[0, 0])
    board["_clock"] = dict(body=body, rocker=rocker, length=length, side=side, x=x, y=y, height=height, key_x=x + key,
                           display=[place + scene.world_from_board(at_origin, tuple(p)) for p in quad])


def _display_quad(length, depth, height):
    """The display on the slanted face, a hair above it; text upright when seen from +x."""
    p0, p1 = np.array([-.005 + .004, height - .003]), np.array([depth / 2 - .004, .018 + .003])
    normal = np.array([p1[1] - p0[1], -(p1[0] - p0[0])])
    normal = normal / np.linalg.norm(normal) * .0012
    normal = -normal if normal[1] < 0 else normal
    a, e, w = p0 + normal, p1 + normal, length * .42
    return np.array([[a[0], -w, a[1]], [e[0], -w, e[1]], [e[0], w, e[1]], [a[0], w, a[1]]])


def add_clutter(scene):
    """Up to three of: score sheet, pen, cup, phone."""
    g, board = np.random.default_rng([scene.seed, 9]), scene.boards[0]
    makers = dict(sheet=_sheet, pen=_pen, cup=_cup, phone=_phone)
    for kind in g.permutation(["sheet", "pen", "cup", "phone"])[:int(g.integers(1, 4))]:
        side = -1 if board["reserve_side"] == "right" else 1
        x, y = side * (scene.half + g.uniform(.12, .22)), g.choice([-1, 1]) * g.uniform(.17, .34)
        makers[kind](scene, board, x, y, g.normal(0, .25), side, g)


def _sheet(scene, board, x, y, angle, side, g):
    studio, page = scene.studio, np.full((300, 210, 3), .93, np.float32)
    page[20:290:11, 10:200] = .62
    page[20:290, 10:200:38] = .62
    for i in range(int(g.integers(4, 22))):
        text = "".join(g.choice(list("NBRQKabcdefgh12345678x+"), 4))
        cv2.putText(page, text, (14 + 38 * (i % 2), 30 + 11 * (i // 2)), 0, .28, (.15, .18, .5), 1, cv2.LINE_AA)
    quad = [[-.074, -.105, 0], [.074, -.105, 0], [.074, .105, 0], [-.074, .105, 0]]
    mesh = studio.mesh("sheet", quad, [(0, 1, 2, 3)], False, [[0, 0], [1, 0], [1, 1], [0, 1]])
    studio.object("sheet", mesh, studio.material("sheet", image=studio.image(page, "sheet"), rough=.8),
                  scene.world_from_board(board, (x, y, .0008)), (0, 0, angle + math.radians(board["rot"])))


def _pen(scene, board, x, y, angle, side, g):
    v, f = lathe(np.array([(0, 0, 0), (.001, 0, 0), (.004, .012, 0), (.0045, .02, 0), (.0045, .13, 0), (.004, .14, 0), (0, .14, 0)]), 16)
    material = scene.studio.material("pen", color=linear(g.choice(["1a2c8a", "111111", "b02020"])), rough=.25)
    scene.studio.object("pen", scene.studio.mesh("pen", v, f), material, scene.world_from_board(board, (x, y, .005)), (math.pi / 2, 0, g.uniform(0, 6)))


def _cup(scene, board, x, y, angle, side, g):
    studio, place = scene.studio, scene.world_from_board(board, (x - .02 * side, y, 0))
    v, f = lathe(np.array([(0, 0, 0), (.03, 0, 0), (.034, .003, 0), (.041, .09, 0), (.039, .091, 0), (.037, .078, 0), (0, .078, 0)]), 48)
    colour = linear(g.choice(["f0efe9", "27456b", "7b2d26", "2c2c2e"]))
    studio.object("cup", studio.mesh("cup", v, f), studio.material("cup", color=colour, rough=.25), place)
    v, f = lathe(np.array([(0, .079, 0), (.0368, .079, 0)]), 32)
    studio.object("coffee", studio.mesh("coffee", v, f), studio.material("coffee", color=(.03, .012, .005), rough=.05), place)


def _phone(scene, board, x, y, angle, side, g):
    v, f = box(0, 0, .004, .072, .15, .008)
    o = scene.studio.object("phone", scene.studio.mesh("phone", v, f, False), scene.studio.material("phone", color=(.01, .01, .012), rough=.08),
                            scene.world_from_board(board, (x, y, 0)), (0, 0, angle))
    scene.studio.bevel(o, .003)
