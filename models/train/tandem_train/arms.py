"""Hands in the scene: made once a pose and player, placed over squares, reserves or clocks."""
import math
import zlib

import numpy as np

from .hands import hand_mesh
from .textures import linear, srgb

HAND_ID = 900      # + number of the hand
SKINS = ["f0c8a8", "e3ae88", "c98d63", "a56b43", "7a4a2e", "4e2e1e"]
SLEEVES = ["22242c", "3d5578", "b8b4aa", "7a2b2b", "444b3c", "e6e3dc", "151518", "5a4633"]
GRIP = .80         # where a piece is held, in parts of its height


def make_hand(scene, pose, owner, side="right"):
    """`owner`: board and player, whose skin and sleeve are the same in every pose."""
    studio = scene.studio
    g = np.random.default_rng([scene.seed, 8, zlib.crc32(owner.encode()) % 9999])
    skin = linear(SKINS[int(g.integers(len(SKINS)))])
    bare = g.random() < .35
    key = ("hand", pose, owner, side)
    if key not in scene.meshes:
        parts = hand_mesh(pose, int(g.integers(1e6)), sleeve_from=150 if bare else float(g.uniform(20, 80)), forearm=330, step=scene.detail["hand"])
        if side == "right":
            parts = {k: (v * [-1, 1, 1], [q[::-1] for q in f]) for k, (v, f) in parts.items()}
        scene.meshes[key] = {k: (studio.mesh("hand" + k, *part), part[0]) for k, part in parts.items()}
    sleeve = linear(srgb(g.choice(SLEEVES)))
    looks = dict(
        skin=studio.material("skin" + owner, color=skin, noise=(55., .16), tint=np.array([1.05, .95, .93]), rough=.48, bump=(420., .35), bump_distance=.0006, subsurface=.12),
        nails=studio.material("nails" + owner, color=np.clip(skin * [1.15, 1.05, 1.05], 0, 1), rough=.3),
        sleeve=studio.material("sleeve" + owner, color=sleeve, noise=(25., .12), rough=.9, bump=(1100., .5), bump_distance=.0008, sheen=.3))
    root, index, objects = studio.empty("hand"), HAND_ID + len(scene.hands), []
    for k, (mesh, _) in scene.meshes[key].items():
        o = studio.object("hand" + k, mesh, looks[k], index=index)
        o.parent = root
        objects.append(o)
    outline = np.concatenate([v[::7] for _, v in scene.meshes[key].values()])
    hand = dict(root=root, objects=objects, index=index, pose=pose, player=owner, outline=outline, side=side)
    scene.hands.append(hand)
    return hand


def yaw_of(scene, board, player, xy, side, jitter=0.):
    """The forearm points to the player's shoulder."""
    towards = -1 if player == "white" else 1
    lateral = (.14 if side == "right" else -.14) * (1 if player == "white" else -1)
    dx, dy = np.array([lateral, towards * (scene.half + .42)]) - np.asarray(xy)[:2]
    dy = towards * max(.25, towards * dy)                      # a hand off the table has its owner behind it all the same
    return math.atan2(dy, dx) - math.pi / 2 + math.radians(board["rot"]) + jitter


def put_hand(scene, hand, board, player, p, jitter=0.):
    hand["root"].location = scene.world_from_board(board, p)
    hand["root"].rotation_euler = (0, 0, yaw_of(scene, board, player, p, hand["side"], jitter))


def add_described(scene, spec):
    """A hand of a scene file: {"board", "player", "target", "pose", "holding", "side"}."""
    board = scene.by_name[spec.get("board", scene.boards[0]["id"])]
    player, pose, side, target = spec.get("player", "white"), spec.get("pose", "pinch"), spec.get("side", "right"), spec["target"]
    if target == "R":
        x0, y0, x1, y1 = scene.reserve_zone(board, player)
        xy = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    else:
        xy = scene.square_centre(target) if isinstance(target, str) else np.array(target[:2])
    hand = make_hand(scene, pose, board["id"] + player, side)
    holding, z = spec.get("holding"), scene.surface(board, *xy)
    here = [p for p in scene.pieces if p["board"] == board["id"]]
    within = lambda p, squares: np.hypot(*(np.array(p["xy"]) - xy)) < squares * scene.square
    if isinstance(target, (list, tuple)) and len(target) > 2:
        z = target[2]
    elif pose in ("flat", "fist"):               # rests on top of whatever stands under palm and fingers
        tops = [p["height"] for p in here if not p["lying"] and within(p, 3.0)]
        z += max(tops + [.004]) + (.006 if pose == "flat" else -.002)
    elif holding:
        z += spec.get("lift", .03) + scene.piece_mesh(holding.upper())[2] * GRIP
    else:
        grips = [p["height"] * .78 for p in here if within(p, .4)]
        knuckles = [p["height"] - .038 for p in here if not p["lying"] and within(p, 2.6)]
        z += max(grips + [.03] + knuckles)
    if holding:
        letter = holding.upper() if player == "white" else holding.lower()
        piece = scene.add_piece(board, letter, letter, xy, None, False, held=True)
        piece["object"].location = scene.world_from_board(board, (*xy, z - piece["height"] * GRIP))
        piece["object"].rotation_euler[0] = .12
    hand["holding"] = holding
    put_hand(scene, hand, board, player, (*xy, z), float(scene.g.normal(0, .12)))
