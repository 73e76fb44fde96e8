"""Rendered stills as training samples: jittered rectification, quarter turns, a fresh camera every time."""
import cv2
import numpy as np
import torch

from . import rectify, truth, windows
from .augment import Camera, foreign_thing, recolour


FAR = 0.15            # share of views from a camera so far off that kinds can hardly be told
WINDOWS = 0.2         # share of views that lie anywhere on the table
PASTED = 0.4          # share of views with pieces of other stills
WHOLE = 0.7           # of its outline a piece must show to be pasted elsewhere


def draw_square(g):
    """Pixels a square at which the camera sees the board: what a camera over a table gives, or over one board, sometimes far less."""
    low, high = [(12, 20), (20, 44), (40, 72)][int(g.choice(3, p=(FAR, 0.45 * (1 - FAR), 0.55 * (1 - FAR))))]
    return int(np.exp(g.uniform(np.log(low), np.log(high))))


class Frame:
    """One way of looking at a still: which corner is where, how finely, mirrored or not."""

    def __init__(self, still, turn, square, mirror, g=None):
        corners = np.array([still.grid[i, j] for i, j in rectify.corners_for(turn)])
        side = np.sqrt(cv2.contourArea(corners)) / 8
        if g is not None:                         # calibrations are a little off
            corners = corners + g.normal(0, 0.05, (4, 2)) * side
            corners = corners.mean(0) + (corners - corners.mean(0)) * (1 + g.normal(0, 0.008)) + g.normal(0, 0.03, 2) * side
        self.still, self.turn, self.square, self.mirror, self.corners = still, turn, square, mirror, corners.astype(np.float32)

    def picture(self, border=cv2.BORDER_CONSTANT):
        return rectify.rectify(self.still.linear, self.corners, self.square, border, self.mirror)

    def ids(self):
        """The object numbers as the view shows them."""
        return rectify.rectify(self.still.ids, self.corners, self.square, mirror=self.mirror, interpolation=cv2.INTER_NEAREST)

    def rows(self, by_square):
        rows = rectify.to_rows(by_square, self.turn)
        return rows[:, ::-1].copy() if self.mirror else rows


class Still:
    """One rendered board in memory."""

    def __init__(self, path):
        self.truth, linear, self.ids = truth.load_still(path)
        board = self.truth["boards"][0]
        self.grid = np.array(board["grid_px"], np.float32)
        self.classes, self.covered = truth.labels_of(board, self.truth["image"])
        level = max(1e-4, float(np.median(linear[::2, ::2].astype(np.float32).mean(-1))))
        self.half = np.minimum(linear.astype(np.float32) / level, 60000).astype(np.float16)      # one level for all, so that pieces of other stills fit in
        white, black = truth.piece_ids(self.truth, self.ids)
        self.kind = np.zeros(65536, np.uint8)     # by object: 0 board and table, 1 white, 2 black, 3 hands
        self.kind[white], self.kind[black], self.kind[truth.HAND_ID:] = 1, 2, 3
        self.piece_at = self._pieces_on_squares(board)

    @property
    def linear(self):
        return self.half.astype(np.float32)

    def _pieces_on_squares(self, board):
        """[8, 8] by [file][rank]: the object that stands there and shows enough of itself to be pasted elsewhere, or 0."""
        counts, out = np.bincount(self.ids.ravel(), minlength=1), np.zeros((8, 8), np.int32)
        for name, square in board["squares"].items():
            if square.get("vis_px", 0) < max(1, WHOLE * square.get("hull_px", 0)) or square["lying"]:
                continue
            x0, y0, x1, y1 = (int(v) for v in square["bbox_px"])
            inside = np.unique(self.ids[max(0, y0 - 2):y1 + 3, max(0, x0 - 2):x1 + 3])
            own = [n for n in inside if 0 < n < 800 and counts[n] == square["vis_px"]]
            if len(own) == 1:
                out["abcdefgh".index(name[0]), int(name[1]) - 1] = own[0]
        return out

    def view(self, turn, g=None, others=()):
        """(8-bit RGB view, classes [row][column], covered [row][column]).  Without a generator: no jitter, a mild camera."""
        if g is None:
            frame, g = Frame(self, turn, rectify.SQUARE, False), np.random.default_rng(1)
            return self._develop(frame.picture(), Camera(g, wide=False), g), frame.rows(self.classes), frame.rows(self.covered)
        square = draw_square(g)
        if g.random() < WINDOWS:
            return self.window(square, g)
        frame = Frame(self, turn, square, g.random() < 0.5, g)
        linear = frame.picture(cv2.BORDER_CONSTANT if g.random() < 0.7 else cv2.BORDER_REPLICATE)
        classes, covered, kind = frame.rows(self.classes), frame.rows(self.covered), None
        if others and g.random() < PASTED:
            linear, classes, covered, kind = paste_pieces(frame, linear, classes, covered, others, g)
        if g.random() < 0.65:
            linear = recolour(linear, self.kind[frame.ids()] if kind is None else kind, g)
        if g.random() < 0.12:
            linear, mask = foreign_thing(linear, g)
            share = cv2.resize(mask[square:-square, square:-square], (8, 8), interpolation=cv2.INTER_AREA)
            covered = np.maximum(covered, (share > 0.3).astype(np.float32))
        if g.random() < 0.12:                     # the picture ends at the board: nothing is known of the margin
            top, bottom, left, right = (int(square * (1 - max(0, g.normal(0.03, 0.08)))) for _ in range(4))
            cut, n = np.zeros_like(linear), linear.shape[0]
            cut[top:n - bottom, left:n - right] = linear[top:n - bottom, left:n - right]
            linear = cut
        return self._develop(linear, Camera(g), g), classes, covered

    def window(self, square, g):
        """A view that need not lie on the board; see windows.py."""
        frame = Frame(self, 0, square, False)
        frame.corners = windows.place(self, g)
        linear, ids = frame.picture(cv2.BORDER_CONSTANT if g.random() < 0.7 else cv2.BORDER_REPLICATE), frame.ids()
        classes, covered = windows.labels(self, frame.corners, ids >= truth.HAND_ID)
        if g.random() < 0.65:
            linear = recolour(linear, self.kind[ids], g)
        return self._develop(linear, Camera(g), g), classes, covered

    def _develop(self, linear, camera, g):
        picture = camera.develop(linear)
        if picture.shape[0] != rectify.SIDE:
            shrink = picture.shape[0] > rectify.SIDE and g.random() < 0.5
            picture = cv2.resize(picture, (rectify.SIDE,) * 2, interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR)
        return np.ascontiguousarray(picture)


def paste_pieces(frame, linear, classes, covered, others, g):
    """Pieces of one still (another or the same) put on empty squares, so that no board can be known by its position.

    Returns the picture, classes, covered and the kind of every pixel.  A piece that then hides most of another covers it.
    """
    square = frame.square
    source_still = frame.still if g.random() < 0.4 else others[int(g.integers(len(others)))]
    source = Frame(source_still, int(g.integers(4)), square, g.random() < 0.5, g)
    donors, donor_ids, donor_classes = source.rows(source_still.piece_at), source.ids(), source.rows(source_still.classes)
    ids = frame.ids()
    kind = frame.still.kind[ids]
    places = np.argwhere((classes == 0) & (covered < 0.5))
    available = np.argwhere(donors > 0)
    if not len(places) or not len(available):
        return linear, classes, covered, kind
    picture, linear = source.picture(), linear.copy()
    classes, owner = classes.copy(), np.where(ids < 800, ids, 0).astype(np.int32)
    before = np.bincount(owner.ravel(), minlength=2000)
    places = g.permutation(places)[:int(g.integers(1, 22))]
    for n, (row, column) in enumerate(places):
        r, c = available[int(g.integers(len(available)))]
        shift = np.round((np.array([row - r, column - c]) + np.clip(g.normal(0, 0.08, 2), -0.2, 0.2)) * square).astype(int)
        mask = donor_ids == donors[r, c]
        ys, xs = np.nonzero(mask)
        if not len(ys):
            continue
        y, x = ys + shift[0], xs + shift[1]
        inside = (y >= 0) & (x >= 0) & (y < linear.shape[0]) & (x < linear.shape[1])
        if inside.mean() < 0.9:
            continue
        _contact_shadow(linear, y[inside], x[inside], square, g)
        linear[y[inside], x[inside]] = picture[ys[inside], xs[inside]]
        kind[y[inside], x[inside]] = source_still.kind[donors[r, c]]
        owner[y[inside], x[inside]] = 1000 + n
        before = np.concatenate([before, np.zeros(max(0, 1001 + n - len(before)), before.dtype)])
        before[1000 + n] = inside.sum()
        classes[row, column] = donor_classes[r, c]
    return linear, classes, _hidden(frame, owner, before, covered, places, classes), kind


def _contact_shadow(linear, y, x, square, g):
    """Darken what lies under and beside a pasted piece a little."""
    pad = square // 2
    y0, x0 = max(0, y.min() - pad), max(0, x.min() - pad)
    part = linear[y0:y.max() + pad, x0:x.max() + pad]
    mask = np.zeros(part.shape[:2], np.float32)
    mask[y - y0, x - x0] = 1
    m = np.float32([[1, 0, g.normal(0, 0.12) * square], [0, 1, g.normal(0, 0.12) * square]])
    mask = cv2.GaussianBlur(cv2.warpAffine(mask, m, mask.shape[::-1]), (0, 0), float(g.uniform(0.05, 0.2)) * square)
    part *= (1 - np.float32(g.uniform(0.1, 0.6)) * mask)[..., None]


def _hidden(frame, owner, before, covered, places, classes):
    """`covered` with the squares added whose piece now shows less than it should."""
    after = np.bincount(owner.ravel(), minlength=len(before))
    standing = frame.rows(frame.still.piece_at).copy()
    for n, (row, column) in enumerate(places):
        if classes[row, column]:
            standing[row, column] = 1000 + n
    lost = (standing > 0) & (after[standing] < truth.VISIBLE_ENOUGH * np.maximum(1, before[standing]))
    return np.maximum(covered, lost.astype(np.float32))


FRESH_EVERY = 3       # of so many samples one is developed anew; the others are earlier ones, turned and mirrored
POOL = 96             # developed views that are kept for that


def symmetry(picture, classes, covered, turn, mirror):
    """A view and its labels turned by quarter turns and mirrored."""
    out = [np.rot90(a, turn) for a in (picture, classes, covered)]
    return tuple(np.ascontiguousarray(a[:, ::-1] if mirror else a) for a in out)


class Views(torch.utils.data.Dataset):
    """`length` random views of the given folders' stills, to be read in order by one worker.

    A folder's share grows with the root of its number of stills: the few of the slow renderer are not lost among the many.
    """

    def __init__(self, folders, length, epoch=0):
        self.folders, self.length, self.epoch, self.pool = [f for f in folders if f], length, epoch, []
        shares = np.sqrt([len(f) for f in self.folders])
        self.shares = shares / shares.sum()

    def __len__(self):
        return self.length

    def __getitem__(self, k):
        g = np.random.default_rng([self.epoch, k])
        if k % FRESH_EVERY == 0 or len(self.pool) < 16:
            stills = self.folders[int(g.choice(len(self.folders), p=self.shares))]
            sample = stills[int(g.integers(len(stills)))].view(int(g.integers(4)), g, stills)
            if len(self.pool) < POOL:
                self.pool.append(sample)
            else:
                self.pool[int(g.integers(POOL))] = sample
        else:
            sample = symmetry(*self.pool[int(g.integers(len(self.pool)))], int(g.integers(4)), g.random() < 0.5)
        return tuple(torch.from_numpy(a) for a in sample)
