"""Textures of boards, tables and clock displays, drawn: no images are read.  Colours are sRGB 0..1, arrays float32 RGB."""
import colorsys
import functools

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

# kind, colours of squares, border and coordinates, thickness in mm, roughness
BOARDS = {
    "vinyl_green": dict(kind="flat", light="e9e4cf", dark="3f6b45", border="e9e4cf", text="3f6b45", th=1.5, rough=.55),
    "vinyl_blue": dict(kind="flat", light="e6e6e2", dark="33507f", border="e6e6e2", text="33507f", th=1.5, rough=.55),
    "vinyl_brown": dict(kind="flat", light="e2d3b0", dark="7a5335", border="e2d3b0", text="5a3a22", th=1.5, rough=.5),
    "vinyl_black": dict(kind="flat", light="dcd9cf", dark="3a3a3c", border="3a3a3c", text="dcd9cf", th=1.5, rough=.5),
    "silicone_green": dict(kind="flat", light="d8dcb8", dark="5b8a4e", border="5b8a4e", text="e8ecd0", th=3, rough=.7),
    "plastic_fold": dict(kind="flat", light="f0e6c8", dark="8a3f2a", border="6b3322", text="f0e6c8", th=8, rough=.28, fold=True),
    "walnut": dict(kind="wood", light="d9b683", dark="6a4228", border="5d3a22", text="e8cfa0", th=16, rough=.32),
    "mahogany": dict(kind="wood", light="deb988", dark="7d3b22", border="74351f", text="e6c592", th=16, rough=.22),
    "wenge": dict(kind="wood", light="d8c09a", dark="41302a", border="41302a", text="d8c09a", th=18, rough=.38),
    "beech_fold": dict(kind="wood", light="e3c795", dark="95602f", border="d7b27a", text="4a3018", th=22, rough=.35, fold=True),
    "rosewood": dict(kind="wood", light="e6cf9f", dark="57291c", border="d8b985", text="3b2114", th=18, rough=.18),
    "paper": dict(kind="flat", light="f2f1ec", dark="8f9194", border="f2f1ec", text="333333", th=.4, rough=.8, crease=True),
}
TABLES = ["wood", "laminate", "felt", "check", "cloth"]


def srgb(code):
    """"rrggbb" -> three values 0..1."""
    return np.array([int(code[i:i + 2], 16) for i in (0, 2, 4)]) / 255.


def linear(colour):
    """sRGB (code or values) -> linear light."""
    c = srgb(colour) if isinstance(colour, str) else np.asarray(colour, float)
    return np.where(c <= .04045, c / 12.92, ((c + .055) / 1.055) ** 2.4)


def noise(height, width, cell, g, octaves=4, persistence=.5):
    """Value noise of unit variance; `cell` in pixels, or (rows, columns)."""
    out, a, total = np.zeros((height, width), np.float32), 1., 0
    cy, cx = cell if isinstance(cell, tuple) else (cell, cell)
    for _ in range(octaves):
        n = g.normal(size=(max(2, int(height / cy) + 2), max(2, int(width / cx) + 2))).astype(np.float32)
        out += a * cv2.resize(n, (width, height), interpolation=cv2.INTER_CUBIC)
        total += a * a
        a *= persistence
        cy, cx = max(1, cy / 2), max(1, cx / 2)
    return out / np.sqrt(total)


def wood(height, width, light, dark, g, ppm=1.0, contrast=1.0):
    """Wood with its grain along x; ppm pixels a millimetre."""
    warp = noise(height, width, (90 * ppm, 500 * ppm), g, 3) * 7 * ppm
    y = np.arange(height, dtype=np.float32)[:, None] + warp
    period = g.uniform(5, 14) * ppm
    ring = (np.sin(2 * np.pi * y / period) * .5 + .5) ** g.uniform(1, 3) * .35
    fine = noise(height, width, (1.1 * ppm, 60 * ppm), g, 2) * .22
    pores = np.clip(noise(height, width, (.6 * ppm, 14 * ppm), g, 1) - 1.2, 0, 2) * .35
    broad = noise(height, width, (40 * ppm, 300 * ppm), g, 3) * .22
    t = np.clip(.30 + contrast * (ring - .15 + fine + broad + pores), 0, 1.3)[..., None]
    return np.clip(np.array(light) * (1 - t) + np.array(dark) * t, 0, 1).astype(np.float32)


class BoardTexture:
    """The printed or inlaid face of a board: `colour` and `rough` pictures, row 0 at rank 8's side, and `thickness` in metres."""

    def __init__(self, board, seed=0, pixels_per_square=128, border_squares=.62, coordinates=True):
        self.board, self.g, self.pps = board, np.random.default_rng([seed, 11]), pixels_per_square
        self.border = int(round(pixels_per_square * border_squares))
        self.n = pixels_per_square * 8 + 2 * self.border
        self.ppm = pixels_per_square / 57.
        self.border_squares = border_squares
        self.thickness = board["th"] / 1000.
        self.folded = bool(board.get("fold"))
        self.creased = bool(board.get("crease") or board["kind"] == "flat")
        light, dark, edge = self._vary("light"), self._vary("dark"), self._vary("border")
        if board["border"] == board["light"]:
            edge = light
        if board["border"] == board["dark"]:
            edge = dark
        self.colour = self._inlaid(light, dark, edge) if board["kind"] == "wood" else self._printed(light, dark, edge)
        if coordinates:
            self._write_coordinates()
        self._wear()

    def _vary(self, name):
        g = self.g
        return np.clip(srgb(self.board[name]) * g.uniform(.93, 1.06) + g.normal(0, .012, 3), 0, 1)

    def _cell(self, rank_row, file_column):
        y, x = self.border + rank_row * self.pps, self.border + file_column * self.pps
        return slice(y, y + self.pps), slice(x, x + self.pps)

    def _inlaid(self, light, dark, edge):
        g, n, b, pps, ppm = self.g, self.n, self.border, self.pps, self.ppm
        image = np.empty((n, n, 3), np.float32)
        image[:] = wood(n, n, edge * 1.06, edge * .72, g, ppm)
        strip = wood(b, n, edge * 1.06, edge * .72, g, ppm)
        image[:b], image[-b:] = strip, strip[:, ::-1]
        side = wood(b, n, edge * 1.06, edge * .72, g, ppm).transpose(1, 0, 2)
        mitre = np.abs(np.arange(n) - n / 2)[:, None] < n / 2 - np.arange(b)[None]
        image[:, :b] = np.where(mitre[..., None], side, image[:, :b])
        image[:, -b:] = np.where(mitre[:, ::-1][..., None], side[:, ::-1], image[:, -b:])
        light_wood = wood(n, n * 2, np.clip(light * 1.05, 0, 1), light * .82, g, ppm, .8)
        dark_wood = wood(n, n * 2, np.clip(dark * 1.15, 0, 1), dark * .70, g, ppm)
        crossed = g.random() < .4
        for r in range(8):
            for f in range(8):
                source = light_wood if (r + f) % 2 == 0 else dark_wood            # row 0 is rank 8, and a8 is light
                y, x = g.integers(0, n - pps), g.integers(0, 2 * n - pps)
                piece = source[y:y + pps, x:x + pps] * g.uniform(.92, 1.06)
                image[self._cell(r, f)] = piece.transpose(1, 0, 2) if crossed and (r + f) % 2 else piece
        seam = max(1, int(ppm * .5))
        for i in range(9):
            p = b + i * pps
            image[p - seam // 2:p + seam, b:n - b] *= .82
            image[b:n - b, p - seam // 2:p + seam] *= .82
        if g.random() < .6:
            width = int(ppm * g.uniform(1, 3))
            line = light if g.random() < .5 else dark * .6
            o = int(ppm * g.uniform(0, 3))
            near, far = b - o - width, n - b + o + width - 1
            cv2.rectangle(image, (near, near), (far, far), tuple(map(float, line)), width)
        return image

    def _printed(self, light, dark, edge):
        g, n, b, ppm = self.g, self.n, self.border, self.ppm
        image = np.empty((n, n, 3), np.float32)
        image[:] = edge
        for r in range(8):
            for f in range(8):
                image[self._cell(r, f)] = light if (r + f) % 2 == 0 else dark
        image = cv2.GaussianBlur(image, (0, 0), .25 * ppm)
        light_border = self.board["border"] == self.board["light"]
        if light_border or g.random() < .5:
            near, far = b - int(ppm), n - b + int(ppm) - 1
            cv2.rectangle(image, (near, near), (far, far), tuple(map(float, dark if light_border else light)), max(1, int(1.2 * ppm)))
        image *= (1 + .025 * noise(n, n, 60 * ppm, g, 4) + .010 * noise(n, n, 1.0 * ppm, g, 1))[..., None]
        return image

    def _write_coordinates(self):
        g, n, b, pps = self.g, self.n, self.border, self.pps
        picture = Image.fromarray((np.clip(self.colour, 0, 1) * 255).astype(np.uint8))
        size = int(pps * self.border_squares * g.uniform(.42, .62))
        font = ImageFont.load_default(size=size)
        colour = tuple((self._vary("text") * 255).astype(int))
        upper = g.random() < .5

        def put(text, x, y, flip=False):
            tile = Image.new("L", (size * 2, size * 2), 0)
            ImageDraw.Draw(tile).text((size, size), text, fill=235, font=font, anchor="mm")
            tile = tile.rotate(180) if flip else tile
            picture.paste(Image.new("RGB", tile.size, colour), (int(x - size), int(y - size)), tile)
        for i in range(8):
            file = "ABCDEFGH"[i] if upper else "abcdefgh"[i]
            middle = b + (i + .5) * pps
            put(file, middle, n - b / 2)
            put(str(8 - i), b / 2, middle)
            put(file, middle, b / 2, True)
            put(str(8 - i), n - b / 2, middle, True)
        self.colour = np.asarray(picture).astype(np.float32) / 255

    def _wear(self):
        """Smudges, scratches, the fold."""
        g, n, ppm = self.g, self.n, self.ppm
        smudge = noise(n, n, 90 * ppm, g, 4)
        rough = np.clip(self.board["rough"] * g.uniform(.8, 1.25) + .06 * smudge + .03 * noise(n, n, 8 * ppm, g, 3), .05, 1).astype(np.float32)
        image = self.colour * (1 - .03 * np.clip(smudge, 0, 2))[..., None]
        scratches = np.zeros((n, n), np.float32)
        for _ in range(g.integers(0, 25)):
            p, a, length = g.integers(0, n, 2), g.uniform(0, 6.28), g.uniform(5, 60) * ppm
            end = p + [length * np.cos(a), length * np.sin(a)]
            cv2.line(scratches, tuple(map(int, p)), tuple(map(int, end)), float(g.uniform(.2, 1)), 1, cv2.LINE_AA)
        image = image * (1 + .10 * scratches[..., None])
        if self.folded:
            w = max(1, int(.9 * ppm))
            image[n // 2 - w:n // 2 + w] *= .35
        self.colour, self.rough = np.clip(image, 0, 1), np.clip(rough + .2 * scratches, .03, 1)


@functools.lru_cache(4)
def _board_texture(look, *rest):
    return BoardTexture(dict(look), *rest)


def board_texture(look, seed, pixels_per_square, border_squares, coordinates):
    """A BoardTexture, kept for the next that is the same."""
    return _board_texture(tuple(sorted(look.items())), seed, pixels_per_square, border_squares, coordinates)


_SEGMENTS = {"0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg"}


def clock_display(times, active=0, width=720, height=200):
    """A seven-segment display with two times in seconds, left and right; a triangle marks the running one."""
    image = Image.new("RGB", (width, height), (171, 180, 160))
    draw, on, off = ImageDraw.Draw(image), (28, 32, 30), (160, 169, 150)

    def digit(ch, x, y, s):
        t, w, h, q = s * .13, s * .56, s, .018 * s
        bars = dict(a=(0, 0, w, t), g=(0, h / 2 - t / 2, w, h / 2 + t / 2), d=(0, h - t, w, h), f=(0, 0, t, h / 2),
                    b=(w - t, 0, w, h / 2), e=(0, h / 2, t, h), c=(w - t, h / 2, w, h))
        for k, (x0, y0, x1, y1) in bars.items():
            draw.rectangle([x + x0 + q, y + y0 + q, x + x1 - q, y + y1 - q], fill=on if k in _SEGMENTS.get(ch, "") else off)
    for i, seconds in enumerate(times):
        seconds = max(0, seconds)
        text = "%d:%02d" % (int(seconds // 60), int(seconds % 60))
        size = height * .72
        x = 30 + i * (width // 2)
        x += (width // 2 - 60 - (len(text) - 1) * size * .70 - size * .3) / 2
        for c in text:
            if c == ":":
                for y in (.33, .62):
                    draw.rectangle([x, height * .14 + size * y, x + size * .09, height * .14 + size * (y + .09)], fill=on)
                x += size * .24
            else:
                digit(c, x, height * .14, size)
                x += size * .72
        if i == active:
            left = i * (width // 2)
            draw.polygon([(12 + left, height * .5 - 14), (12 + left, height * .5 + 14), (30 + left, height * .5)], fill=on)
    return np.asarray(image).astype(np.float32) / 255


@functools.lru_cache(4)
def table_texture(kind, seed=0, n=1400):
    """A tile of 1.6 m."""
    g, ppm = np.random.default_rng([seed, 21]), n / 1600.
    shade = lambda colour, factor: np.clip(srgb(colour) * factor[..., None], 0, 1).astype(np.float32)
    if kind == "wood":
        palette = [("c99a63", "8a5a30"), ("a8784a", "5f3d22"), ("d8b98c", "a5815a"), ("6e4a32", "3a251a"), ("bfa98c", "8c7355")]
        light, dark = palette[g.integers(len(palette))]
        out, plank, y = np.zeros((n, n, 3), np.float32), int(g.uniform(90, 260) * ppm), 0
        while y < n:
            h = min(plank, n - y)
            out[y:y + h] = wood(h, n, srgb(light) * g.uniform(.93, 1.05), srgb(dark) * g.uniform(.93, 1.05), g, max(ppm, .6))
            out[y:y + 1] *= .6
            y += h
        return np.clip(out, 0, 1)
    if kind == "laminate":
        colour = g.choice(["d8d6d0", "b9bbbd", "e9e7e0", "8e8f92", "c9bfae", "4a4b4f"])
        return shade(colour, 1 + .03 * noise(n, n, 2, g, 2) + .03 * noise(n, n, 60, g, 3))
    if kind == "felt":
        colour = g.choice(["1f5f3a", "27406e", "6b2030", "303236", "7d7a70"])
        return shade(colour, 1 + .10 * noise(n, n, 1.5, g, 3) + .05 * noise(n, n, 40, g, 3))
    if kind == "check":
        colour, width = srgb(g.choice(["a32c2c", "2c4fa3", "2f7d4a", "55504a"])), int(g.uniform(14, 40) * ppm)
        stripe = ((np.arange(n) // width) % 2).astype(np.float32)
        t = .5 * (stripe[:, None] + stripe[None])[..., None]
        return np.clip((np.array([.95, .94, .92]) * (1 - t) + colour * t) * (1 + .04 * noise(n, n, 1.5, g, 2))[..., None], 0, 1).astype(np.float32)
    colour = g.choice(["f1efe9", "e8e2d2", "8fa58e", "34507a", "7a2f36", "c7b48d"])
    y, x = np.mgrid[:n, :n]
    weave = .03 * np.sin(x * 2.2) * np.sin(y * 2.2)
    return shade(colour, 1 + weave + .02 * noise(n, n, 3, g, 2) + .03 * noise(n, n, 120, g, 3))


def hsv(hue, saturation, value):
    """A colour code; the hue wraps, the others are clipped to 0..1."""
    clip = lambda x: min(1, max(0, x))
    return "".join("%02x" % int(round(255 * x)) for x in colorsys.hsv_to_rgb(hue % 1, clip(saturation), clip(value)))
