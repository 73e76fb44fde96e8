"""Rendered stills as training samples: jittered rectification, quarter turns, a fresh camera every time."""
import cv2
import numpy as np
import torch

from . import rectify, truth
from .augment import Camera, foreign_thing, recolour


class Still:
    """One rendered board in memory."""

    def __init__(self, path):
        self.truth, self.linear, self.ids = truth.load_still(path)
        board = self.truth["boards"][0]
        self.grid = np.array(board["grid_px"], np.float32)
        self.classes, self.covered = truth.labels_of(board, self.truth["image"])
        white, black = truth.piece_ids(self.truth, self.ids)
        lut = np.zeros(65536, np.uint8)
        lut[white], lut[black], lut[truth.HAND_ID:] = 1, 2, 3
        self.kind = lut[self.ids]                 # 0 board and table, 1 white, 2 black, 3 hands
        self.ids = None
        self.linear = self.linear.astype(np.float32)

    def view(self, turn, g=None):
        """(8-bit RGB view, classes [row][column], covered [row][column]).  Without a generator: no jitter, a mild camera."""
        plain = g is None
        g = np.random.default_rng(1) if plain else g
        corners = np.array([self.grid[i, j] for i, j in rectify.corners_for(turn)])
        side = np.sqrt(cv2.contourArea(corners)) / 8
        square, mirror, border = rectify.SQUARE, False, cv2.BORDER_CONSTANT
        if not plain:
            corners = corners + g.normal(0, 0.05, (4, 2)) * side
            corners = corners.mean(0) + (corners - corners.mean(0)) * (1 + g.normal(0, 0.008)) + g.normal(0, 0.03, 2) * side
            square = int(np.exp(g.uniform(np.log(14), np.log(40))))
            mirror = g.random() < 0.5
            border = cv2.BORDER_CONSTANT if g.random() < 0.7 else cv2.BORDER_REPLICATE
        linear = rectify.rectify(self.linear, corners.astype(np.float32), square, border, mirror)
        classes = rectify.to_rows(self.classes, turn)
        covered = rectify.to_rows(self.covered, turn)
        if mirror:
            classes, covered = classes[:, ::-1].copy(), covered[:, ::-1].copy()
        if not plain:
            linear, covered = self._vary(linear, covered, corners, square, mirror, g)
        picture = Camera(g, wide=not plain).develop(linear)
        if picture.shape[0] != rectify.SIDE:
            shrink = picture.shape[0] > rectify.SIDE and g.random() < 0.5
            picture = cv2.resize(picture, (rectify.SIDE,) * 2, interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR)
        return np.ascontiguousarray(picture), classes, covered

    def _vary(self, linear, covered, corners, square, mirror, g):
        """Other materials, a foreign thing over the board, a picture cut off at the board's edge."""
        if g.random() < 0.65:
            kind = rectify.rectify(self.kind, corners.astype(np.float32), square, mirror=mirror, interpolation=cv2.INTER_NEAREST)
            linear = recolour(linear, kind, g)
        if g.random() < 0.12:
            linear, mask = foreign_thing(linear, g)
            inner = mask[square:-square, square:-square]
            share = cv2.resize(inner, (8, 8), interpolation=cv2.INTER_AREA)
            covered = np.maximum(covered, (share > 0.3).astype(np.float32))
        if g.random() < 0.12:                     # the picture ends at the board: nothing is known of the margin
            cut = [int(square * (1 - max(0, g.normal(0.03, 0.08)))) for _ in range(4)]
            frame = np.zeros_like(linear)
            n = linear.shape[0]
            frame[cut[0]:n - cut[1], cut[2]:n - cut[3]] = linear[cut[0]:n - cut[1], cut[2]:n - cut[3]]
            linear = frame
        return linear, covered


FRESH_EVERY = 3       # of so many samples one is developed anew; the others are earlier ones, turned and mirrored
POOL = 96             # developed views that are kept for that


def symmetry(picture, classes, covered, turn, mirror):
    """A view and its labels turned by quarter turns and mirrored."""
    out = [np.rot90(a, turn) for a in (picture, classes, covered)]
    return tuple(np.ascontiguousarray(a[:, ::-1] if mirror else a) for a in out)


class Views(torch.utils.data.Dataset):
    """`length` random views of the given stills, to be read in order by one worker."""

    def __init__(self, stills, length, epoch=0):
        self.stills, self.length, self.epoch, self.pool = stills, length, epoch, []

    def __len__(self):
        return self.length

    def __getitem__(self, k):
        g = np.random.default_rng([self.epoch, k])
        if k % FRESH_EVERY == 0 or len(self.pool) < 16:
            sample = self.stills[int(g.integers(len(self.stills)))].view(int(g.integers(4)), g)
            if len(self.pool) < POOL:
                self.pool.append(sample)
            else:
                self.pool[int(g.integers(POOL))] = sample
        else:
            sample = symmetry(*self.pool[int(g.integers(len(self.pool)))], int(g.integers(4)), g.random() < 0.5)
        return tuple(torch.from_numpy(a) for a in sample)
