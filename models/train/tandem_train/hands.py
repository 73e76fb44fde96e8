"""Hands and forearms as level sets of capsules.

hand_mesh(pose, seed) -> {"skin", "nails", "sleeve"}, unit metre.  The grip point is the origin; the forearm leaves along
+y and up, so the owner sits at +y and looks to -y.  The mesh is a left hand: mirror x for the right one.
"""
import numpy as np
from scipy import ndimage
from skimage import measure

from .meshes import as_faces, grid_faces, merge, outward

FINGERS = ("index", "middle", "ring", "pinky", "thumb")
# joints from knuckle to tip in millimetres
_JOINTS = {
    "pinch": dict(
        index=[(-6, 68, 52), (-4, 24, 66), (-1, -2, 40), (1, -8, 4)], middle=[(14, 70, 54), (14, 24, 64), (10, 0, 38), (7, -5, 6)],
        ring=[(33, 74, 50), (34, 34, 52), (30, 20, 28), (24, 24, 10)], pinky=[(50, 82, 44), (51, 50, 42), (46, 38, 22), (40, 42, 8)],
        thumb=[(-20, 108, 28), (-34, 66, 28), (-22, 28, 20), (-5, 8, 2)], wrist=(14, 142, 40)),
    "open": dict(
        index=[(-6, 68, 52), (-8, 22, 66), (-6, -14, 46), (-4, -26, 18)], middle=[(14, 70, 54), (16, 18, 64), (18, -18, 44), (18, -30, 18)],
        ring=[(33, 74, 50), (37, 26, 54), (39, -4, 34), (38, -12, 14)], pinky=[(50, 82, 44), (56, 44, 44), (60, 22, 28), (60, 14, 12)],
        thumb=[(-20, 108, 28), (-42, 68, 28), (-44, 32, 20), (-36, 8, 8)], wrist=(14, 142, 40)),
    "flat": dict(
        index=[(-10, 66, 24), (-13, 22, 20), (-15, -6, 13), (-15, -26, 7)], middle=[(10, 66, 26), (10, 16, 22), (10, -16, 14), (10, -38, 7)],
        ring=[(30, 70, 24), (33, 24, 20), (34, -6, 13), (35, -26, 7)], pinky=[(47, 80, 20), (53, 46, 17), (56, 24, 12), (58, 8, 7)],
        thumb=[(-18, 112, 18), (-40, 80, 14), (-52, 54, 10), (-58, 34, 7)], wrist=(14, 144, 26)),
    "fist": dict(
        index=[(-8, 40, 46), (-8, 8, 34), (-6, 14, 10), (-5, 34, 8)], middle=[(12, 40, 48), (12, 5, 36), (12, 12, 10), (12, 34, 8)],
        ring=[(31, 44, 46), (31, 12, 34), (30, 18, 10), (29, 38, 8)], pinky=[(47, 52, 40), (47, 24, 30), (45, 28, 9), (44, 46, 8)],
        thumb=[(-16, 86, 24), (-28, 48, 20), (-14, 16, 14), (4, 8, 16)], wrist=(14, 118, 34)),
}
_RADII = dict(index=(10, 9, 8, 6.8), middle=(10.5, 9.3, 8.2, 7), ring=(10, 8.8, 7.8, 6.6), pinky=(9, 7.8, 6.8, 5.8), thumb=(15, 11.5, 10, 8.2))


def _capsule(points, a, b, ra, rb):
    a, b = np.array(a, float), np.array(b, float)
    ab = b - a
    t = np.clip(((points - a) @ ab) / (ab @ ab), 0, 1)
    return np.linalg.norm(points - a - t[..., None] * ab, axis=-1) - (ra + (rb - ra) * t)


def _join(a, b, k):
    """Smooth union; None is nothing."""
    if a is None:
        return b
    h = np.clip(.5 + .5 * (b - a) / k, 0, 1)
    return b + (a - b) * h - k * h * (1 - h)


def hand_mesh(pose="pinch", seed=0, forearm=340, sleeve_from=70, step=3.0):
    """See the module; `sleeve_from` in millimetres from the wrist, `step` the level set's grid."""
    g = np.random.default_rng([seed, 5])
    joints = {k: np.array(v, float) for k, v in _JOINTS[pose].items()}
    for k in FINGERS:
        joints[k][1:] += g.normal(0, 1.3, joints[k][1:].shape)
        if k not in ("index", "thumb"):
            joints[k][1:] += g.normal(0, 2.5, 3)
    fat = g.uniform(.90, 1.12)
    wrist = joints["wrist"]
    elbow = wrist + np.array([g.uniform(-15, 25), forearm, g.uniform(40, 110)])
    low = np.array([-85, -60, -22.])
    high = np.array([95, min(elbow[1], wrist[1] + sleeve_from + 60), 150.])
    points = np.stack(np.meshgrid(*[np.arange(a, b, step) for a, b in zip(low, high)], indexing="ij"), -1)
    field = _join(_join(_palm(points, joints, fat), _arm(points, wrist, elbow, fat), 16), _fingers(points, joints, fat), 7)
    field[:, -1] = 5
    v, f, _, _ = measure.marching_cubes(field, 0, spacing=(step,) * 3)
    nails = _nails(joints, fat)
    sleeve = _sleeve(wrist, elbow, sleeve_from, fat, g)
    scale = g.uniform(.9, 1.06) / 1000.
    return dict(skin=outward((v + low) * scale, as_faces(f)), nails=(nails[0] * scale, nails[1]), sleeve=(sleeve[0] * scale, sleeve[1]))


def _fingers(points, joints, fat):
    fingers = None
    for k in FINGERS:
        d, radii = None, _RADII[k]
        for i in range(3):
            d = _join(d, _capsule(points, joints[k][i], joints[k][i + 1], radii[i] * fat, radii[i + 1] * fat), 3)
        for i in (1, 2):                                       # knuckles
            d = _join(d, np.linalg.norm(points - joints[k][i] - [0, 0, 1.2], axis=-1) - radii[i] * fat * 1.03, 3)
        fingers = d if fingers is None else np.minimum(fingers, d)
    return fingers


def _palm(points, joints, fat):
    palm = None
    for k, r in (("index", 12.5), ("middle", 13.5), ("ring", 12.5), ("pinky", 11.5), ("thumb", 15)):
        x = -10 if k in ("index", "thumb") else 8 if k == "pinky" else 0
        palm = _join(palm, _capsule(points, joints["wrist"] + (x, -8, 0), joints[k][0], 16 * fat, r * fat), 12)
    return _join(palm, _capsule(points, joints["thumb"][0], joints["index"][0] + [0, 12, -14], 13 * fat, 8 * fat), 12)


def _arm(points, wrist, elbow, fat):
    arm = None
    for x in (-10, 8):
        arm = _join(arm, _capsule(points, wrist + [x, 0, 0], elbow + [x * 1.8, 0, 0], 19.5 * fat, 33 * fat), 12)
    return arm


def _nails(joints, fat):
    nails = []
    for k in FINGERS:
        a, b = joints[k][2], joints[k][3]
        along = (b - a) / np.linalg.norm(b - a)
        up = np.array([0, -.35, 1.0]) if k != "thumb" else np.array([-.8, -.1, .6])
        up = up - along * (up @ along)
        up /= np.linalg.norm(up)
        side, r = np.cross(along, up), _RADII[k][3] * fat
        u, w = np.meshgrid(np.linspace(-1, 1, 9), np.linspace(-1, 1, 9), indexing="ij")
        edge = np.clip(u ** 4 + w ** 4, 0, 1)
        lift = np.sqrt(np.clip(1.12 - (.78 * w) ** 2, .05, 2)) - .06 * u ** 2 - .30 * (edge > .9)
        p = b + along * r * .15 + along * (u * r * .85)[..., None] + side * (w * r * .78)[..., None] + up * (r * lift)[..., None]
        nails.append((p.reshape(-1, 3), as_faces(grid_faces(9, 9))))
    return merge(*nails)


def _sleeve(wrist, elbow, start, fat, g):
    """A wrinkled tube around the forearm."""
    along = elbow - wrist
    length = np.linalg.norm(along)
    along /= length
    t, angle = np.linspace(start, length * 1.25, 60), np.linspace(0, 2 * np.pi, 48, endpoint=False)
    u = np.cross(along, [0, 0, 1.])
    u /= np.linalg.norm(u)
    w = np.cross(u, along)
    tt, aa = np.meshgrid(t, angle, indexing="ij")
    wrinkle = ndimage.gaussian_filter(g.normal(size=tt.shape), (1.2, 3), mode=("nearest", "wrap"))
    wrinkle /= wrinkle.std()
    radius = (33 + 12 * tt / length) * fat * g.uniform(1.05, 1.3) + 2.2 * wrinkle
    radius[0] -= 5
    p = wrist + along * tt[..., None] + u * (radius * np.cos(aa) * 1.15)[..., None] + w * (radius * np.sin(aa) * .95)[..., None]
    number = np.arange(tt.size).reshape(tt.shape)
    quads = np.stack([number[:-1], np.roll(number[:-1], -1, 1), np.roll(number[1:], -1, 1), number[1:]], -1).reshape(-1, 4)
    return p.reshape(-1, 3), as_faces(quads)
