"""Scene files for training stills: one board each, drawn so that as little as possible is the same twice.

`held_out.HELD_OUT` names the looks that are never trained on; `random_spec(seed, held_out=...)` draws a test still with one of
them ("set", "board", "light") or all.
"""
import math

import numpy as np

from . import lighting, pieces, scene, scene_truth, textures
from .held_out import HELD_OUT
from .rules import Board, FILES

_FREQUENT = "PPPPPPNNBBRRQK"


def shuffled_start(g, plies):
    """{square: piece} of the start position after random moves: captures twice as likely, kings never taken, checks ignored."""
    board = Board()
    board.castling = set()
    for _ in range(plies):
        moves = [m for m in board.pseudo_legal() if board.pieces.get(m[2:4], "").upper() != "K"]
        if not moves:
            break
        moves += [m for m in moves if m[2:4] in board.pieces]
        board.push(moves[int(g.integers(len(moves)))])
    return dict(board.pieces)


def scattered(g):
    """Any piece anywhere, at a density drawn between few and crowded."""
    density, uniform, out = g.uniform(.08, .75), g.random() < .5, {}
    for rank in "12345678":
        for f in FILES:
            if g.random() < density:
                kind = "PNBRQK"[int(g.integers(6))] if uniform else _FREQUENT[int(g.integers(len(_FREQUENT)))]
                out[f + rank] = kind if g.random() < .5 else kind.lower()
    return out


def random_position(g):
    u = g.random()
    if u < .32:
        return shuffled_start(g, 0 if g.random() < .15 else int(g.integers(2, 90)))
    return {} if u < .37 else scattered(g)


def random_board(g):
    """A board's look outside the named ones: wood or print in any believable pair of colours."""
    hsv, wooden = textures.hsv, g.random() < .45
    light = hsv(g.uniform(.08, .16), g.uniform(.0, .12) if g.random() < .5 else g.uniform(.12, .45), g.uniform(.72, .98))
    u = g.random()
    if wooden:
        dark = hsv(g.uniform(.03, .10), g.uniform(.25, .75), g.uniform(.22, .66))
    elif u < .3:
        dark = hsv(g.uniform(.27, .42), g.uniform(.3, .85), g.uniform(.25, .55))
    elif u < .5:
        dark = hsv(0, 0, g.uniform(.06, .35))
    elif u < .75:
        dark = hsv(g.uniform(.02, .10), g.uniform(.3, .8), g.uniform(.25, .6))
    else:
        dark = hsv(float(g.choice([g.uniform(.0, .5), g.uniform(.66, 1.)])), g.uniform(.2, .7), g.uniform(.25, .6))
    border = [light, dark, hsv(g.uniform(.03, .12), g.uniform(.2, .7), g.uniform(.15, .8)), hsv(0, 0, g.uniform(.03, .95))][int(g.integers(4))]
    thickness = float(g.choice([.4, 1.5, 3])) if not wooden and g.random() < .8 else float(g.uniform(6, 22))
    return dict(kind="wood" if wooden else "flat", light=light, dark=dark, border=border, text=[light, dark][int(g.integers(2))],
                th=thickness, rough=float(g.uniform(.15, .8)), fold=bool(g.random() < .2), crease=bool(g.random() < .3 and not wooden))


def random_material(g):
    """What the two armies are made of."""
    hsv, kind = textures.hsv, "wood" if g.random() < .5 else "plastic"
    pale = g.random() < .45
    white = hsv(g.uniform(.09, .15), g.uniform(.0, .15), g.uniform(.85, .97)) if pale else hsv(g.uniform(.07, .13), g.uniform(.2, .55), g.uniform(.7, .92))
    u = g.random()
    if u < .45:
        black = hsv(g.uniform(0, 1), g.uniform(0, .15), g.uniform(.04, .2))
    elif u < .9:
        black = hsv(g.uniform(.0, .09), g.uniform(.4, .8), g.uniform(.12, .48))
    else:
        black = hsv(g.uniform(0, 1), g.uniform(.4, .8), g.uniform(.15, .4))
    return (kind, white), (kind, black)


def random_set(g, bases):
    """A set between and beyond the named ones."""
    base = pieces.STYLES[bases[int(g.integers(len(bases)))]]
    wide, tall = g.uniform(.85, 1.22), g.uniform(.78, 1.22)
    return dict(dia={k: min(.86, v * wide * g.uniform(.95, 1.05)) for k, v in base["dia"].items()},
                h={k: v * tall * g.uniform(.95, 1.05) for k, v in base["h"].items()},
                stem=g.uniform(.78, 1.2), collar=g.uniform(.82, 1.12), head=g.uniform(.9, 1.1), knight=int(g.integers(3)),
                cross=str(g.choice(["pattee", "latin"])), spikes=int(g.integers(5, 13)), crenel=int(g.integers(4, 7)), slit=bool(g.random() < .7))


def random_style(g, held_out):
    """(style, looks) without anything held out, except what `held_out` asks for."""
    bases = [s for s in pieces.STYLES if s != HELD_OUT["set"]]
    lights = [light for light in lighting.LIGHTS if light != HELD_OUT["light"]] + ["window", "ceiling", "ceiling", "fluorescent", "mixed"]
    boards = [b for b in textures.BOARDS if b not in HELD_OUT["board"]]
    style = dict(board="drawn" if g.random() < .6 else str(g.choice(boards)), set="drawn" if g.random() < .7 else str(g.choice(bases)),
                 material="drawn" if g.random() < .5 else str(g.choice(list(scene.MATERIALS))), table=str(g.choice(textures.TABLES)),
                 light=str(g.choice(lights)), square_mm=float(g.uniform(40, 62)),
                 border_sq=float(g.uniform(.06, .3) if g.random() < .3 else g.uniform(.3, .8)), coords=bool(g.random() < .8))
    if style["border_sq"] < .2:
        style["coords"] = False
    if held_out in ("set", "all"):
        style["set"] = HELD_OUT["set"]
    if held_out in ("board", "all"):
        style["board"] = str(g.choice(HELD_OUT["board"]))
    if held_out in ("light", "all"):
        style["light"] = HELD_OUT["light"]
    looks = {}
    if style["board"] == "drawn":
        looks["board"] = random_board(g)
    if style["material"] == "drawn":
        looks["material"] = random_material(g)
    if style["set"] == "drawn":
        looks["set"] = random_set(g, bases)
    return style, looks


def random_camera(g, size):
    """Above the board, usually not quite; one in five leans by 17 to 33 degrees."""
    height, offset = float(g.uniform(.5, 1.5)), g.normal(0, .18, 2)
    if g.random() < .2:
        a = g.uniform(0, 2 * np.pi)
        offset = height * g.uniform(.3, .65) * np.array([math.cos(a), math.sin(a)])
    return dict(fit="board", width=size, height=size, height_m=height, offset=[float(x) for x in offset],
                margin=float(g.uniform(.98, 1.18) if g.random() < .6 else g.uniform(1.15, 1.45)),
                aim=[float(x) for x in g.normal(0, .03, 2)], roll=float(g.normal(0, 6)), k1=float(g.uniform(-.12, .03)))


def random_hands(g, seed):
    hands = []
    for n in range(1 if g.random() < .75 else 2):
        pose = str(g.choice(["pinch", "pinch", "open", "flat", "fist"]))
        hands.append(dict(player=["white", "black"][(n + seed) % 2], target=FILES[int(g.integers(8))] + str(int(g.integers(1, 9))), pose=pose,
                          holding=str(g.choice(list("PNBRQ"))) if pose == "pinch" and g.random() < .6 else None, side=str(g.choice(["right", "right", "left"]))))
    return hands


def random_spec(seed, held_out=None, size=400, samples=6):
    """A scene file for one training still."""
    g = np.random.default_rng([seed, 1999])
    standing = random_position(g)
    overrides = {s: dict(lying=True, rot=float(g.uniform(0, 360))) for s in standing if g.random() < .006}
    if g.random() < .3:                                    # knights and kings turned any way
        for s, kind in standing.items():
            if kind in "NnKk" and s not in overrides:
                overrides[s] = dict(rot=float(g.uniform(0, 360)))
    style, looks = random_style(g, held_out)
    camera = random_camera(g, size)
    placement = scene_truth.write_placement({s: (k, k) for s, k in standing.items()}, 0)
    board = dict(fen=placement, reserves={p: "".join(g.choice(list("PPPNBRQ"), int(g.integers(0, 9)))) for p in ("white", "black")},
                 rot=float(g.choice([0, 90, 180, 270])), overrides=overrides, sloppy=float(g.uniform(.3, 2.0)))
    if g.random() < .25:
        board["clock"] = None
    hands = random_hands(g, seed) if g.random() < .35 else []
    return dict(seed=seed, style=style, looks=looks, boards=[board], camera=camera, hands=hands, stickers=bool(g.random() < .1),
                render=dict(samples=samples, threads=1))


def shared_looks(spec, of):
    """The spec with the set, the board and the table of another, so that their meshes and textures need not be made again."""
    for name in ("set", "board"):
        spec["looks"].pop(name, None)
        if name in of["looks"]:
            spec["looks"][name] = of["looks"][name]
    for name in ("set", "board", "table", "square_mm", "border_sq", "coords"):
        spec["style"][name] = of["style"][name]
    spec["style"]["set_seed"], spec["texture_seed"] = of["seed"], of["seed"]
    return spec


def with_reserves(spec):
    """The spec with both reserves in the picture and up to twelve pieces in each."""
    g = np.random.default_rng([spec["seed"], 2027])
    spec["camera"].update(fit="all", width=int(spec["camera"]["width"] * 1.3), margin=float(g.uniform(1.0, 1.15)))
    for player in ("white", "black"):
        n = int(g.integers(0, 13))
        spec["boards"][0]["reserves"][player] = "".join(g.choice(list("PPPPNNBBRRQ"), n))
    spec["boards"][0]["reserve_lying"] = float(g.choice([0.03, 0.15, 0.5]))
    return spec
