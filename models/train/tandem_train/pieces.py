"""Procedural Staunton-like pieces.

piece_mesh(kind, style, seed): kind one of PNBRQK, unit one board square, standing on z = 0, the knight looking along +y.
A style is a dictionary: `dia` and `h`, base diameter and height by kind in squares; `stem`, `collar`, `head` thickness
factors; `knight` (0..2, which silhouette), `cross`, `spikes`, `crenel`, `slit`.
"""
import copy
import zlib

import numpy as np
from scipy import ndimage
from skimage import measure
from skimage.draw import polygon as fill_polygon

from .meshes import Profile, as_faces, lathe, merge, outward, prism

STYLES = {
    "club": dict(  # weighted plastic of clubs
        dia=dict(P=.55, N=.65, B=.62, R=.64, Q=.72, K=.76), h=dict(P=.84, N=1.06, B=1.20, R=.90, Q=1.42, K=1.66),
        stem=1.0, collar=1.0, head=1.0, knight=0, cross="pattee", spikes=9, crenel=6, slit=True),
    "german": dict(  # wooden, German knight
        dia=dict(P=.56, N=.68, B=.65, R=.66, Q=.72, K=.74), h=dict(P=.90, N=1.10, B=1.22, R=.95, Q=1.36, K=1.60),
        stem=.92, collar=1.1, head=1.06, knight=1, cross="pattee", spikes=8, crenel=5, slit=True),
    "lardy": dict(  # slim and French
        dia=dict(P=.50, N=.60, B=.58, R=.60, Q=.66, K=.68), h=dict(P=.86, N=1.12, B=1.25, R=.95, Q=1.50, K=1.78),
        stem=.80, collar=.92, head=.94, knight=2, cross="latin", spikes=10, crenel=4, slit=True),
    "stout": dict(
        dia=dict(P=.62, N=.74, B=.72, R=.74, Q=.80, K=.82), h=dict(P=.85, N=1.05, B=1.18, R=.92, Q=1.38, K=1.58),
        stem=1.12, collar=1.04, head=1.04, knight=1, cross="pattee", spikes=12, crenel=6, slit=True),
    "cheap": dict(  # hollow plastic: simple shapes, no slit
        dia=dict(P=.52, N=.62, B=.60, R=.60, Q=.66, K=.68), h=dict(P=.78, N=.98, B=1.08, R=.82, Q=1.28, K=1.46),
        stem=1.0, collar=.88, head=.95, knight=0, cross="latin", spikes=6, crenel=4, slit=False),
}

# knight silhouettes: x forwards, z up, head box 0..1 high
_KNIGHTS = [
    [(.30, 0), (.36, .12), (.34, .25), (.25, .37), (.18, .46), (.23, .495), (.33, .47), (.43, .42), (.50, .415), (.545, .46),
     (.585, .51), (.59, .57), (.54, .63), (.44, .72), (.35, .80), (.28, .86), (.25, .92), (.20, 1.0), (.13, .935), (.05, .93),
     (-.08, .87), (-.20, .78), (-.30, .64), (-.36, .48), (-.385, .30), (-.375, .12), (-.34, 0)],
    [(.34, 0), (.41, .10), (.40, .24), (.30, .36), (.20, .44), (.24, .50), (.34, .46), (.45, .38), (.53, .37), (.59, .42),
     (.62, .49), (.60, .56), (.53, .64), (.45, .75), (.36, .84), (.29, .90), (.27, .95), (.21, 1.0), (.16, .95), (.06, .96),
     (-.10, .91), (-.25, .81), (-.36, .66), (-.42, .48), (-.42, .28), (-.39, .12), (-.36, 0)],
    [(.26, 0), (.30, .12), (.27, .27), (.19, .40), (.13, .50), (.19, .545), (.30, .53), (.41, .50), (.48, .51), (.52, .55),
     (.545, .60), (.52, .66), (.43, .73), (.34, .80), (.27, .87), (.23, .93), (.19, 1.0), (.12, .94), (.03, .93), (-.09, .86),
     (-.19, .75), (-.26, .60), (-.30, .44), (-.32, .26), (-.32, .12), (-.30, 0)],
]
_CROSSES = {
    "pattee": lambda a, b, c: [(-a * 1.5, 0), (a * 1.5, 0), (a * .8, c * .42), (b, c * .34), (b, c * .74), (a * .8, c * .62), (a * 1.6, c),
                               (-a * 1.6, c), (-a * .8, c * .62), (-b, c * .74), (-b, c * .34), (-a * .8, c * .42)],
    "latin": lambda a, b, c: [(-a, 0), (a, 0), (a, c * .45), (b, c * .45), (b, c * .70), (a, c * .70), (a, c),
                              (-a, c), (-a, c * .70), (-b, c * .70), (-b, c * .45), (-a, c * .45)],
}


def piece_mesh(kind, style, seed=0):
    """One piece of a set; the same seed gives the six pieces of one set, a little different from other sets of the style."""
    style = copy.deepcopy(style if isinstance(style, dict) else STYLES[style])
    piece_random = np.random.default_rng([seed, zlib.crc32(kind.encode())])
    set_random = np.random.default_rng([seed, 77])
    style["stem"] *= set_random.uniform(.93, 1.07)
    style["collar"] *= set_random.uniform(.95, 1.06)
    style["head"] *= set_random.uniform(.96, 1.05)
    tall, wide = set_random.uniform(.95, 1.06), set_random.uniform(.96, 1.04)
    style["h"] = {k: v * tall for k, v in style["h"].items()}
    style["dia"] = {k: v * wide for k, v in style["dia"].items()}
    style["spikes"] = max(5, style["spikes"] + int(set_random.integers(-1, 2)))
    style["beads"] = 1 + int(set_random.random() < .35)
    v, f = _Turned(kind, style, piece_random).mesh()
    return v * (style["dia"][kind] / 2), f


class _Turned:
    """One piece in units of its base radius."""

    def __init__(self, kind, style, g):
        self.kind, self.style, self.g = kind, style, g
        self.height = style["h"][kind] / (style["dia"][kind] / 2)
        self.profile, self.segments, self.rim, self.carve, self.parts = Profile(), 64, None, None, []
        self.stem, self.collar_width = style["stem"] * self.jitter(), style["collar"] * self.jitter()
        self.head = style["head"] * self.jitter(.05)

    def jitter(self, s=.06):
        return 1 + self.g.uniform(-s, s)

    def mesh(self):
        r, z = self._base(.20 * self.jitter(.2), .85 * self.jitter(.03), .13 * self.jitter(.2))
        dict(P=self._pawn, R=self._rook, B=self._bishop, Q=self._queen, K=self._king, N=self._knight)[self.kind](r, z)
        body = outward(*lathe(self.profile.array(), self.segments, self.rim, self.carve))
        return merge(body, *[outward(*part) for part in self.parts])

    def _base(self, foot, step, bead):
        p = self.profile
        p.to(.93, 0).arc(1.0, foot * .45, .2, 4).to(1.0, foot * .7).arc(.93, foot + .05, .25, 5).to(step, foot + .07)
        r, z = step, foot + .07
        for _ in range(self.style["beads"]):
            p.arc(r - .07, z + bead, .35, 7)
            r, z = r - .07, z + bead
            p.to(r - .03, z + .015)
            r, z = r - .03, z + .015
        return r, z

    def _collar(self, z, outer, neck, thick=.09, rings=1):
        p = self.profile
        for _ in range(rings):
            p.to(neck + .03, z).arc(neck + .03, z + .001, 0, 1)
            p.to(outer * .96, z + .01).arc(outer * .96, z + thick, .42, 7).to(neck + .03, z + thick + .02)
            z += thick + .035
            outer *= .84
        return z

    def _pawn(self, r, z):
        radius = .50 * self.head
        neck_at = self.height - radius * 2 * .97
        self.profile.bezier((r * .62, z + .12), (.30 * self.stem, z + .35 * (neck_at - z)), (.30 * self.stem, neck_at - .16))
        self._collar(neck_at - .16, .60 * self.collar_width, .28 * self.stem, .085)
        self.profile.ball(radius, self.height, np.pi - np.arcsin(min(.95, .30 / radius)), 20)

    def _rook(self, r, z):
        p, outer, top = self.profile, .74 * self.head, self.height - .62
        p.bezier((r * .72, z + .15), (.56 * self.stem, z + .35 * (top - z)), (.50 * self.stem, top - .16))
        z = self._collar(top - .16, .66 * self.collar_width, .48 * self.stem, .08)
        h = self.height
        p.bezier((.50 * self.stem, z + .06), (outer * .98, z + .04), (outer, z + .20), 8)
        p.to(outer, h - .30).to(outer, h - .29, .0).to(outer * 1.005, h - .012, 1).to(outer * .985, h, 1)
        inner = outer * .66 * self.jitter(.05)
        p.to(inner + .01, h, 1).to(inner, h - .01, 1).to(inner, h - .285, 0).to(inner * .96, h - .29, 0)
        p.bezier((inner * .6, h - .30), (inner * .3, h - .31), (0, h - .31), 4)
        n, width, phase = self.style["crenel"], .30 * self.jitter(.2), self.g.uniform(0, 6.28)
        self.rim = lambda angle: -.265 * (((angle * n / (2 * np.pi) + phase) % 1) < width)
        self.segments = 120

    def _bishop(self, r, z):
        p, h, neck_at, radius = self.profile, self.height, self.height * .60, .46 * self.head
        p.bezier((r * .60, z + .15), (.30 * self.stem, z + .30 * (neck_at - z)), (.25 * self.stem, neck_at - .10))
        z = self._collar(neck_at - .10, .56 * self.collar_width, .24 * self.stem, .08, 2)
        p.to(.25 * self.stem, z + .03).bezier((.30, z + .06), (radius * .95, z + .12), (radius, z + .36), 10)
        top = h - .20
        p.bezier((radius * 1.02, z + .36 + .30 * (top - z - .36)), (.20, top - .12), (.09, top), 16)
        finial = .125 * self.jitter(.15)
        p.ball(finial, h, np.pi * .80, 12)
        if self.style["slit"]:
            self._slit(z, top, radius, finial)

    def _slit(self, z, top, radius, finial):
        g, h = self.g, self.height
        tilt, around = g.uniform(.75, 1.0), g.uniform(0, 6.28)
        normal = np.array([np.cos(around) * np.sin(tilt), np.sin(around) * np.sin(tilt), np.cos(tilt)])
        side = np.array([np.cos(around), np.sin(around), 0])
        middle = z + .36 + .40 * (top - z - .36)
        offset, width = np.dot(normal, side * radius * .55 + [0, 0, middle]), .055

        def carve(v):
            head = (v[..., 2] > middle - .55) & (v[..., 2] < h - 2 * finial)
            distance, out = v @ normal - offset, v[..., 0] * side[0] + v[..., 1] * side[1]
            k = np.clip(1.6 - np.abs(distance) / width, 0, 1) * head * (out > -.02)
            v = v.copy()
            v[..., :2] *= (1 - .62 * k)[..., None]
            return v
        self.carve, self.segments = carve, 150
        rows = self.profile.array()
        dense = np.linspace(0, len(rows) - 1, len(rows) * 2 - 1)
        self.profile.rows = [tuple(np.interp(x, np.arange(len(rows)), rows[:, c]) for c in range(3)) for x in dense]

    def _queen(self, r, z):
        p, h, neck_at = self.profile, self.height, self.height * .62
        p.bezier((r * .58, z + .15), (.32 * self.stem, z + .28 * (neck_at - z)), (.27 * self.stem, neck_at - .10))
        z = self._collar(neck_at - .10, .58 * self.collar_width, .26 * self.stem, .08, 2)
        outer, rim_at = .56 * self.head, h - .34
        p.to(.27 * self.stem, z + .02).bezier((.26 * self.stem, z + .25), (.40 * self.head, rim_at - .40), (outer, rim_at), 14)
        p.to(outer * .99, rim_at + .015, .6).to(outer * .97, rim_at + .05, 1).to(outer * .86, rim_at + .05, 1).to(outer * .80, rim_at - .02, .3)
        p.bezier((outer * .72, rim_at + .02), (outer * .45, rim_at + .17), (.13, rim_at + .18), 8)
        p.ball(.145 * self.jitter(.15), h, np.pi * .75, 12)
        n = self.style["spikes"]
        self.rim = lambda angle: -.15 * np.abs(np.cos(angle * n / 2)) ** .7
        self.segments = 144

    def _king(self, r, z):
        p, h, cross = self.profile, self.height, self.style["cross"]
        cross_height = (.62 if cross == "latin" else .52) * self.jitter(.1)
        neck_at = (h - cross_height) * .68
        p.bezier((r * .56, z + .15), (.33 * self.stem, z + .28 * (neck_at - z)), (.28 * self.stem, neck_at - .12))
        z = self._collar(neck_at - .12, .60 * self.collar_width, .27 * self.stem, .085, 2)
        outer, rim_at = .53 * self.head, h - cross_height - .17
        p.to(.28 * self.stem, z + .02).bezier((.29 * self.stem, z + .25), (.42 * self.head, rim_at - .35), (outer, rim_at), 14)
        p.arc(outer * .97, rim_at + .06, .3, 4).bezier((outer * .80, rim_at + .12), (.25, h - cross_height - .02), (.11, h - cross_height), 8)
        p.to(0, h - cross_height)
        arm = (.20 if cross == "pattee" else .19) * self.jitter(.1)
        outline = np.array(_CROSSES[cross](.07, arm, cross_height + .03)) + [0, h - cross_height - .03]
        self.parts.append(prism(outline, -.065, .065))

    def _knight(self, r, z):
        top = z + .10
        self.profile.to(r - .06, z + .02).bezier((r - .10, z + .05), (.66, top - .02), (.60, top), 5).to(.2, top + .02).to(0, top + .02)
        self.parts.append(_knight_head(self.style, self.g, top - .06, self.height))


def _smooth_closed(points):
    """Catmull-Rom, four points a segment."""
    n, out = len(points), []
    for i in range(n):
        a, b, c, d = points[i - 1], points[i], points[(i + 1) % n], points[(i + 2) % n]
        for t in (0, .25, .5, .75):
            out.append(.5 * ((2 * b) + (-a + c) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (-a + 3 * b - 3 * c + d) * t ** 3))
    return np.array(out)


def _knight_head(style, g, z0, height):
    """The head as a level set: silhouette cut by two cheeks, with eyes, ears, mouth and nostrils."""
    tall = height - z0
    sx = 1.52 * (1 + g.uniform(-.05, .05)) * style["head"]
    if tall < 2.2:
        sx *= .95
    outline = np.array(_KNIGHTS[style["knight"]])
    outline = outline + g.normal(0, .006, outline.shape)
    points = _smooth_closed(outline) * [sx, tall]
    h, up = .028, 4
    xs, zs, ys = np.arange(-.85, 1.2, h), np.arange(-.05, tall + .12, h), np.arange(-.72, .721, h)
    inside = np.zeros((len(xs) * up, len(zs) * up), bool)
    rows, columns = fill_polygon((points[:, 0] - xs[0]) / h * up, (points[:, 1] - zs[0]) / h * up, inside.shape)
    inside[rows, columns] = 1
    flat = (ndimage.distance_transform_edt(~inside) - ndimage.distance_transform_edt(inside)) * h / up
    flat = ndimage.gaussian_filter(flat, 2.0)[::up, ::up]
    width = _knight_width(xs, zs, sx, tall, g)
    y = ys[None, :, None]
    a, b = np.repeat(flat[:, None, :], len(ys), 1), np.abs(y) - width[:, None, :]
    k = .17
    blend = np.clip(.5 + .5 * (a - b) / k, 0, 1)
    field = b + (a - b) * blend + k * blend * (1 - blend)
    x3, z3 = xs[:, None, None], zs[None, None, :]

    def ball(x, yy, z, r):
        return np.sqrt((x3 - x * sx) ** 2 + (np.abs(y) - yy) ** 2 + (z3 - z * tall) ** 2) - r
    field = np.minimum(field, ball(.27, .27, .80, .075))                                      # eyes
    ears = np.maximum(np.abs(y) - .05 - .8 * np.clip(z3 / tall - .93, 0, 1), -(z3 / tall - .915))
    field = np.maximum(field, -ears)
    nose = outline[np.argmax(outline[:, 0])]
    field = np.maximum(field, -ball(nose[0] - .05, .24, nose[1] + .01, .055))                 # nostrils
    mouth = np.abs((z3 / tall) - (nose[1] - .06) - (x3 / sx - nose[0]) * -.25) - .012
    field = np.maximum(field, -np.maximum(mouth, np.maximum(-(x3 / sx - nose[0] + .16), -(np.abs(y) - .10))))
    field = ndimage.gaussian_filter(field, .55)
    field[:, :, 0] = field[0] = field[-1] = 1
    v, f, _, _ = measure.marching_cubes(field, 0, spacing=(h, h, h))
    v = v + [xs[0], ys[0], zs[0] + z0]
    return outward(v[:, [1, 0, 2]] * [-1, 1, 1], as_faces(f))


def _knight_width(xs, zs, sx, tall, g):
    """Half width of the head over the silhouette."""
    x, z = np.meshgrid(xs, zs, indexing="ij")
    zn = z / tall
    w = np.interp(zn, [0, .3, .6, .8, 1.0], [.56, .50, .41, .33, .22]) * (1 + g.uniform(-.06, .06))
    centre = np.interp(zn, [0, .35, .55, .75, 1.0], [-.02, -.05, -.06, .04, .12]) * sx
    extent = np.interp(zn, [0, .35, .55, .75, 1.0], [.40, .42, .52, .50, .40]) * sx
    w = w * np.sqrt(np.clip(1 - .80 * ((x - centre) / extent) ** 2, .16, 1))
    w = w * np.interp(x / sx, [.20, .34, .50, .60], [1, .95, .82, .74])
    back = np.interp(-x / sx, [.0, .25, .38], [1, .90, .75])
    w = w * np.where(zn > .25, back, 1)
    mane = (x / sx < np.interp(zn, [0, .4, .7, 1], [-.16, -.12, -.02, .06])) & (zn > .1)
    w = ndimage.gaussian_filter(w, 4.0, mode="nearest")
    return w - .035 * mane * (np.sin(zn * 44 + x * 7) > .1)
