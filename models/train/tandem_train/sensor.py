"""A camera's picture from linear light: vignetting, colour fringes, blur, glare, noise, tone, sharpening, JPEG.

Sensor(settings, seed) completes the settings by drawing what is missing; exposure and white balance are set by the first
picture it sees and kept, as a camera's would be over a short clip.
"""
import functools

import cv2
import numpy as np


def draw_settings(given, g):
    """`given` completed, in a fixed order of drawing."""
    out = dict(given)
    drawn = (
        ("exposure", float(np.exp(g.normal(.0, .18)))), ("wb", [float(x) for x in np.exp(g.normal(0, .05, 3))]),
        ("noise", float(g.uniform(.3, 1.6))), ("blur", float(g.uniform(.3, .9))), ("sharpen", float(g.uniform(0, .9))),
        ("sat", float(g.uniform(.8, 1.2))), ("jpeg", int(g.integers(70, 95))), ("vignette", float(g.uniform(.05, .4))),
        ("tone", str(g.choice(["filmic", "srgb"]))), ("awb", float(g.uniform(.15, .6))), ("ca", float(g.uniform(0, .0006))))
    for name, value in drawn:
        out.setdefault(name, value)
    return out


def tone_curve(x, kind):
    """Scene-linear to display-linear."""
    if kind == "filmic":
        a = x * 1.15
        curve = np.clip((a * (2.51 * a + .03)) / (a * (2.43 * a + .59) + .14), 0, 1) ** .9
        return .35 * x + .65 * np.clip(curve, 0, 1)
    knee = .8
    return np.where(x < knee, x, knee + (1 - knee) * (1 - np.exp(-(x - knee) / (1 - knee))))


TABLE = 1 << 14                # entries of the table of tones
BRIGHTEST = 16.                # linear light beyond which all is white


@functools.lru_cache(4)
def tone_table(kind):
    """Display values of TABLE linear ones, whose roots are evenly spaced."""
    x = np.linspace(0, BRIGHTEST ** .5, TABLE) ** 2
    return srgb_encode(tone_curve(x, kind)).astype(np.float32)


def displayed(x, kind):
    """tone_curve and srgb_encode of an array that is not negative."""
    at = np.sqrt(x)
    at *= (TABLE - 1) / BRIGHTEST ** .5
    return np.take(tone_table(kind), np.minimum(at + .5, TABLE - 1).astype(np.int32))


def srgb_encode(x):
    return np.where(x <= .0031308, 12.92 * x, 1.055 * np.maximum(x, 1e-8) ** (1 / 2.4) - .055)


class Sensor:
    def __init__(self, settings, seed):
        self.settings = draw_settings(settings, np.random.default_rng([seed, 13]))
        self.seed, self.g = seed, np.random.default_rng([seed, 14])
        self.gain = self.balance = self.falloff = None

    def meter(self, x):
        p, light = self.settings, x.mean(-1)
        self.gain = .26 * p["exposure"] / max(1e-4, float(np.mean(np.minimum(light, np.percentile(light, 97)))))
        mean = x.reshape(-1, 3).mean(0)
        self.balance = (mean.mean() / mean) ** p["awb"] * np.array(p["wb"])

    def at_frame(self, f):
        """Draw the noise of one frame of a clip, whatever was drawn before."""
        self.g = np.random.default_rng([self.seed, 14, f])

    @staticmethod
    def _glare(x):
        """Light spread over a hundredth of the width; too soft to need every pixel."""
        h, w = x.shape[:2]
        small = cv2.resize(x, (max(1, w // 4), max(1, h // 4)), interpolation=cv2.INTER_AREA)
        return cv2.resize(cv2.GaussianBlur(small, (0, 0), max(.5, small.shape[1] * .012)), (w, h), interpolation=cv2.INTER_LINEAR)

    def __call__(self, linear, jpeg=True):
        """Linear RGB float32 -> 8-bit BGR."""
        p, (h, w) = self.settings, linear.shape[:2]
        if self.gain is None:
            self.meter(linear)
        if self.falloff is None or self.falloff.shape[:2] != (h, w):
            yy, xx = np.mgrid[:h, :w].astype(np.float32)
            self.falloff = (1 - p["vignette"] * ((xx - w / 2) ** 2 + (yy - h / 2) ** 2) / (w * w / 4 + h * h / 4))[..., None]
        x = linear * (self.gain * self.balance).astype(np.float32) * self.falloff
        if p["ca"] > 0:
            for channel, s in ((0, 1 + p["ca"]), (2, 1 - p["ca"])):
                m = np.float32([[s, 0, w / 2 * (1 - s)], [0, s, h / 2 * (1 - s)]])
                x[..., channel] = cv2.warpAffine(np.ascontiguousarray(x[..., channel]), m, (w, h), borderMode=cv2.BORDER_REPLICATE)
        x = cv2.GaussianBlur(x, (0, 0), p["blur"])
        x = .96 * x + .04 * self._glare(np.minimum(x, 6))
        n = self.g.normal(size=x.shape).astype(np.float32)
        n = .6 * n + .6 * cv2.GaussianBlur(n, (0, 0), .8) * 1.6
        x = np.maximum(x + n * p["noise"] * np.sqrt(.00022 * np.maximum(x, 0) + .000012), 0)
        y = displayed(x, p["tone"])
        luma = y.mean(-1, keepdims=True)
        y = luma + (y - luma) * p["sat"]
        if p["sharpen"] > 0:
            y = y + p["sharpen"] * (y - cv2.GaussianBlur(y.astype(np.float32), (0, 0), 1.2))
        picture = (np.clip(y, 0, 1) * 255 + .5).astype(np.uint8)[..., ::-1]
        if jpeg:
            picture = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, p["jpeg"]])[1], cv2.IMREAD_COLOR)
        return np.ascontiguousarray(picture)
