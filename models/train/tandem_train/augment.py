"""From linear light to what a camera would have delivered: drawn anew for every use of a still.

`Camera` draws one camera and one moment; `Camera.develop` is applied to the rectified view at the resolution at which
the camera saw it.  `recolour` changes what the board and the pieces are made of, using the object picture.
"""
import cv2
import numpy as np

_NOISE = None
_MEAN = np.full((1, 3), 1 / 3, np.float32)
_LEVELS = 2048     # steps of the tone curve, over light from 0 to 2


def _noise(g, shape):
    """Unit noise with a little spatial correlation, cut from one big tile (fresh normals cost more than the net's view)."""
    global _NOISE
    if _NOISE is None:
        n = np.random.default_rng(7).normal(size=(900, 900, 3)).astype(np.float32)
        _NOISE = 0.6 * n + 0.96 * cv2.GaussianBlur(n, (0, 0), 0.8)
    y, x = g.integers(0, 900 - shape[0]), g.integers(0, 900 - shape[1])
    tile = _NOISE[y:y + shape[0], x:x + shape[1]]
    return tile[::-1] if g.random() < 0.5 else tile


def _smooth_field(g, side, cells):
    field = g.normal(size=(cells, cells)).astype(np.float32)
    return cv2.resize(field, (side, side), interpolation=cv2.INTER_CUBIC)


def _camouflage(board, linear, kind, army, percentile):
    """Channel gains that give an army the mean colour of the board's light or dark squares."""
    board, linear, kind = board[::2, ::2], linear[::2, ::2], kind[::2, ::2]
    edge = kind.shape[0] // 10
    inside = np.zeros(kind.shape, bool)
    inside[edge:-edge, edge:-edge] = True
    ground, own = board[(kind == 0) & inside], linear[kind == army]
    if len(ground) < 50 or len(own) < 20:
        return np.ones(3, np.float32)
    grey = ground.mean(-1)
    level = np.percentile(grey, percentile)
    alike = ground[np.abs(grey - level) <= 0.15 * level + 1e-6]
    return np.clip(alike.mean(0) / np.maximum(own.mean(0), 1e-4), 0.1, 10)


def recolour(linear, kind, g):
    """New materials.  `kind` [n, n]: 0 board and background, 1 white pieces, 2 black pieces, 3 hands (left as they are)."""
    gains = np.ones((4, 3), np.float32)
    gains[0] = np.exp(g.normal(0, 0.18, 3) + g.normal(0, 0.2))
    gains[1] = np.exp(g.normal(0, 0.07, 3) + g.normal(0, 0.15))
    gains[2] = np.exp(g.normal(0, 0.15, 3) + g.normal(0, 0.5))
    for army, percentile in ((1, 85), (2, 15)):            # white pieces like the light squares, black ones like the dark
        if g.random() < 0.3:
            gains[army] = _camouflage(linear * gains[0], linear, kind, army, percentile) * np.exp(g.normal(0, 0.18) + g.normal(0, 0.04, 3))
    gain = gains[kind]
    if g.random() < 0.5:                                   # contrast between light and dark squares
        grey = cv2.transform(linear, _MEAN)
        level = max(float(grey[::4, ::4].mean()), 1e-6)
        contrast = cv2.pow(np.maximum(grey, 1e-5) / level, float(g.uniform(-0.45, 0.3)))
        gain = gain * np.where(kind == 0, contrast, 1)[..., None].astype(np.float32)
    return linear * cv2.GaussianBlur(gain, (0, 0), 0.6)


def foreign_thing(linear, g):
    """Something that is no piece lies or reaches over the board; returns the picture and its coverage mask."""
    side = linear.shape[0]
    mask = np.zeros((side, side), np.float32)
    a, length, width = g.uniform(0, 6.28), g.uniform(0.2, 1.0) * side, g.uniform(0.05, 0.16) * side
    end = g.uniform(0.15, 0.85, 2) * side
    start = end + length * np.array([np.cos(a), np.sin(a)])
    cv2.line(mask, tuple(int(v) for v in start), tuple(int(v) for v in end), 1.0, max(3, int(width)), cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), float(g.uniform(0.6, 2.5)))
    level = float(linear.mean()) * np.exp(g.normal(0, 0.7))
    tint = np.exp(g.normal(0, 0.25, 3)) * (np.array([1.35, 0.95, 0.75]) if g.random() < 0.5 else 1.0)
    shade = 1 + 0.35 * _smooth_field(g, side, int(g.integers(3, 9)))
    colour = (level * tint).astype(np.float32) * np.clip(shade, 0.2, 2)[..., None]
    return linear * (1 - mask[..., None]) + colour * mask[..., None], mask


class Camera:
    """One draw of exposure, white balance, tone, sharpness, noise and compression."""

    def __init__(self, g, wide=True):
        self.g = g
        spread = 1.0 if wide else 0.4
        self.exposure = float(np.exp(g.normal(0, 0.35 * spread)))
        self.awb = float(g.uniform(0, 0.9))
        cast = 0.2 if g.random() < 0.12 * spread else 0.06
        self.white_balance = np.exp(g.normal(0, cast, 3))
        self.gamma = float(np.exp(g.normal(0, 0.16 * spread)))
        self.haze = float(g.uniform(0, 0.06)) if g.random() < 0.3 else 0.0
        self.saturation = 0.0 if g.random() < 0.03 else float(g.uniform(0.5, 1.5))
        self.filmic = g.random() < 0.5
        self.blur = float(g.uniform(0.2, 0.9)) if g.random() < 0.8 else float(g.uniform(0.9, 1.6))
        self.motion = g.uniform(2, 7) if g.random() < 0.1 * spread else 0.0
        self.noise = float(np.exp(g.normal(-0.2, 0.8)))
        self.sharpen = float(g.uniform(0, 0.8)) if g.random() < 0.65 else float(g.uniform(0.8, 2.6))
        self.sharpen_radius = float(g.uniform(0.7, 1.8))
        self.quality = int(g.integers(60, 96)) if g.random() < 0.6 else int(g.integers(18, 60))
        self.uneven = float(g.uniform(0.05, 0.35)) if g.random() < 0.4 else 0.0
        self.shadow = g.random() < 0.25 * spread

    def develop(self, linear):
        """Linear float32 RGB -> 8-bit RGB."""
        g, side = self.g, linear.shape[0]
        sample = linear[::3, ::3]
        grey = sample.mean(-1)
        seen = grey[grey > 0]
        level = float(np.mean(np.minimum(seen, np.percentile(seen, 97)))) if seen.size else 1.0
        mean = sample.reshape(-1, 3).mean(0) + 1e-6
        balance = (mean.mean() / mean) ** self.awb * self.white_balance
        x = linear * (0.26 * self.exposure / max(1e-4, level) * balance).astype(np.float32)
        if self.uneven:
            x *= np.exp(self.uneven * _smooth_field(g, side, 3))[..., None]
        if self.shadow:
            x *= self._shadow(side)[..., None]
        if self.motion:
            x = cv2.filter2D(x, -1, self._motion_kernel())
        x = cv2.GaussianBlur(x, (0, 0), self.blur)
        x += _noise(g, x.shape) * cv2.sqrt(x * np.float32(0.00022 * self.noise ** 2) + np.float32(0.000012 * self.noise ** 2))
        y = self._tone()[np.clip(x * np.float32(_LEVELS / 2), 0, _LEVELS - 1).astype(np.int32)]
        s = self.saturation
        y = cv2.transform(y, np.float32(s * np.eye(3) + (1 - s) / 3))
        if self.sharpen:
            y = cv2.addWeighted(y, 1 + self.sharpen, cv2.GaussianBlur(y, (0, 0), self.sharpen_radius), -self.sharpen, 0)
        picture = np.clip(y, 0, 255).astype(np.uint8)
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
        return cv2.imdecode(packed, cv2.IMREAD_COLOR)

    def _tone(self):
        """Display values 0..255 for light in _LEVELS steps from 0 to 2."""
        x = np.linspace(0, 2, _LEVELS)
        if self.filmic:
            a = x * 1.15
            x = 0.35 * x + 0.65 * np.clip((a * (2.51 * a + 0.03)) / (a * (2.43 * a + 0.59) + 0.14), 0, 1) ** 0.9
        else:
            x = np.where(x < 0.8, x, 1 - 0.04 / (np.maximum(x, 0.8) - 0.6))      # a soft shoulder towards 1
        y = np.clip(x, 0, 1.2) ** (self.gamma / 2.2)
        return (255 * (y * (1 - self.haze) + self.haze)).astype(np.float32)

    def _shadow(self, side):
        g = self.g
        mask = np.zeros((side, side), np.float32)
        centre, size = g.uniform(-0.1, 1.1, 2) * side, g.uniform(0.15, 0.7) * side
        angles = np.sort(g.uniform(0, 6.28, int(g.integers(3, 7))))
        shape = centre + size * np.c_[np.cos(angles), np.sin(angles)] * g.uniform(0.4, 1, (len(angles), 1))
        cv2.fillPoly(mask, [np.round(shape).astype(np.int32)], 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), float(g.uniform(1, 14)))
        return 1 - mask * np.float32(g.uniform(0.15, 0.65))

    def _motion_kernel(self):
        n = 2 * int(np.ceil(self.motion)) + 1
        kernel = np.zeros((n, n), np.float32)
        a, c = self.g.uniform(0, 3.14), n // 2
        d = self.motion / 2 * np.array([np.cos(a), np.sin(a)])
        cv2.line(kernel, tuple(int(round(v)) for v in c - d), tuple(int(round(v)) for v in c + d), 1.0, 1, cv2.LINE_AA)
        return kernel / max(1e-6, kernel.sum())
