"""The model card's pictures and figures: what is taken for what, and how honest the probabilities are.

    python3 -m tandem_train.card --model ../weights/board.onnx --manifest ../weights/board.json --holdout DIR --out ../weights

Writes confusion.svg (rows: what stands there; per cent of them taken for each content) and reliability.svg (right answers against the
probability given to them), and prints the expected calibration errors: over all squares, over those that are occupied, and over those with a top
probability under 0.99.  Everything on held-out renders, four quarter turns each through harsh cameras; covered squares do not count.
"""
import argparse
import json
import os

import cv2
import numpy as np

from . import truth
from .dataset import Still
from .evaluate import answers, load_model

BINS = 15
CELL, LABEL = 44, 60
NAMES = ["empty"] + list(truth.CLASSES[1:])


def probabilities(logits, temperature, weights=1.0):
    """[n, 13] logits to probabilities; `weights` [13]: how much more frequent each content is than in what the net's answers assume."""
    scaled = logits / temperature
    shares = np.exp(scaled - scaled.max(-1, keepdims=True)) * weights
    return shares / shares.sum(-1, keepdims=True)


def frequencies(manifest):
    """How much more frequent each content was in what was taught than to the loss, which let occupied squares count for more."""
    counts = np.array([manifest["provenance"]["squares_taught_by_class"][name] for name in truth.CLASSES], float)
    return counts / counts.sum() / np.array(manifest["training_prior"])


def reliability(top, right):
    """Per bin of equal width: (count, mean probability, share right)."""
    index = np.minimum((top * BINS).astype(int), BINS - 1)
    rows = []
    for k in range(BINS):
        inside = index == k
        rows.append((int(inside.sum()), float(top[inside].mean()) if inside.any() else 0.0, float(right[inside].mean()) if inside.any() else 0.0))
    return rows


def calibration_error(top, right):
    """Expected calibration error: the mean over answers of how far their bin's probability is from its share of right ones."""
    rows = reliability(top, right)
    total = max(1, sum(count for count, _, _ in rows))
    return sum(count * abs(said - held) for count, said, held in rows) / total


def svg(width, height, body):
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="12">\n'
            '<rect width="100%%" height="100%%" fill="#fff"/>\n%s\n</svg>\n' % (width, height, width, height, "\n".join(body)))


def text(x, y, what, anchor="middle", colour="#222"):
    return '<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">%s</text>' % (x, y, anchor, colour, what)


def draw_confusion(counts):
    """`counts` [truth][answer]."""
    share = counts / np.maximum(1, counts.sum(1, keepdims=True))
    body = [text(LABEL + CELL * 6.5, 16, "taken for"), text(2, 34, "stands", "start")]
    for k, name in enumerate(NAMES):
        body += [text(LABEL + CELL * (k + 0.5), 34, name), text(LABEL - 8, 44 + CELL * (k + 0.6), name, "end")]
        for m in range(len(NAMES)):
            value = share[k, m]
            hue = (30, 110, 60) if k == m else (180, 40, 40)
            mixed = [round(255 - (255 - c) * min(1.0, value ** 0.5)) for c in hue]
            x, y = LABEL + CELL * m, 40 + CELL * k
            body.append('<rect x="%d" y="%d" width="%d" height="%d" fill="rgb(%d,%d,%d)"/>' % (x, y, CELL - 1, CELL - 1, *mixed))
            if value >= 0.0005:
                body.append(text(x + CELL / 2, y + CELL * 0.6, "%.1f" % (100 * value), colour="#fff" if value > 0.3 else "#222"))
    return svg(LABEL + CELL * 13 + 10, 50 + CELL * 13, body)


def draw_reliability(curves):
    """`curves`: (name, colour, bins)."""
    side, left, top = 360, 50, 20
    place = lambda x, y: (left + side * x, top + side * (1 - y))
    body = ['<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#999"/>' % (left, top, side, side),
            '<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#999" stroke-dasharray="4 4"/>' % (*place(0, 0), *place(1, 1)),
            text(left + side / 2, top + side + 36, "probability given"), text(left, 14, "share right", "start")]
    for tick in (0, 0.25, 0.5, 0.75, 1):
        body += [text(*place(tick, -0.045), "%g" % tick), text(left - 6, place(0, tick)[1] + 4, "%g" % tick, "end")]
    for number, (name, colour, rows) in enumerate(curves):
        points = [place(said, held) for count, said, held in rows if count >= 30]
        body.append('<polyline fill="none" stroke="%s" stroke-width="2" points="%s"/>' % (colour, " ".join("%.1f,%.1f" % p for p in points)))
        body += ['<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>' % (*p, colour) for p in points]
        body.append(text(left + side - 8, top + side - 12 - 18 * number, name, "end", colour))
    return svg(left + side + 20, top + side + 50, body)


def main():
    arg = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("model", "manifest", "holdout", "out"):
        arg.add_argument("--" + name, required=True)
    z = arg.parse_args()
    cv2.setNumThreads(1)
    with open(z.manifest) as f:
        manifest = json.load(f)
    stills = [Still(p) for p in truth.stills_in(z.holdout) if truth.load_truth(p + ".json")]
    logits, classes = [], []
    for _, answer, _, rows, covered in answers(load_model(z.model), stills):
        seen = covered < 0.5
        logits.append(answer.transpose(0, 2, 3, 1)[seen])
        classes.append(rows[seen])
    given, classes = probabilities(np.concatenate(logits), manifest["temperature"], frequencies(manifest)), np.concatenate(classes)
    answer, top = given.argmax(1), given.max(1)
    right = answer == classes
    counts = np.zeros((13, 13), int)
    np.add.at(counts, (classes, answer), 1)
    groups = [("all squares", "#1e6e3c", np.ones(len(top), bool)), ("occupied squares", "#b42828", classes > 0), ("top probability under 0.99", "#2850b4", top < 0.99)]
    for name, _, inside in groups:
        print("%-28s %7d squares, expected calibration error %.2f %%" % (name, inside.sum(), 100 * calibration_error(top[inside], right[inside])))
    for name, drawn in (("confusion.svg", draw_confusion(counts)),
                        ("reliability.svg", draw_reliability([(name, colour, reliability(top[inside], right[inside])) for name, colour, inside in groups]))):
        path = os.path.join(z.out, name)
        with open(path + ".tmp", "w") as f:
            f.write(drawn)
        os.replace(path + ".tmp", path)


if __name__ == "__main__":
    main()
