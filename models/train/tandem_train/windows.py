"""Views beside the board and across its edge: the same net reads the reserves, which have no squares.

A window is eight by eight cells of a square's size laid anywhere on the table's plane.  A cell holds the piece whose base
stands in it; where that is arguable (a base close to a cell's edge, two bases in one cell) nothing is taught.
"""
import numpy as np
import cv2

from . import rectify, truth

DISPUTED = -1.0       # `covered` of a cell of which nothing is taught
EDGE = 0.12           # of a cell: bases nearer to its edge are arguable


def bases_of(still):
    """(pixels [n, 2], classes [n], visible [n]) of all pieces that stand or lie on the table, of the first board."""
    board, rows = still.truth["boards"][0], []
    pieces = [s for s in board["squares"].values() if "piece" in s]
    for reserve in board["reserves"].values():
        pieces += reserve["pieces"]
    for p in pieces:
        x0, y0, x1, y1 = p["bbox_px"]
        foot = ((x0 + x1) / 2, (y0 + y1) / 2) if p["lying"] else p["base_px"]
        rows.append((*foot, truth.CLASS_OF[p["piece"]], p["vis_px"] >= truth.VISIBLE_ENOUGH * max(1, p["hull_px"])))
    rows = np.array(rows, float).reshape(-1, 4)
    return rows[:, :2].astype(np.float32), rows[:, 2].astype(int), rows[:, 3] > 0


def place(still, g):
    """Image corners of a window, clockwise from its top left: half of the time on a reserve, else anywhere near the board."""
    board = still.truth["boards"][0]
    grid = still.grid.reshape(81, 2)
    cells = np.array([[i, 8 - j] for i in range(9) for j in range(9)], np.float32)
    image_from_cells = cv2.findHomography(cells, grid)[0]
    cells_from_image = np.linalg.inv(image_from_cells)
    reserves = [r for r in board["reserves"].values() if r["pieces"]]
    if reserves and g.random() < 0.7:
        reserve = reserves[int(g.integers(len(reserves)))]
        feet = np.float32([[p["base_px"] for p in reserve["pieces"]]])
        middle = cv2.perspectiveTransform(feet, cells_from_image)[0].mean(0)
        centre = middle + g.uniform(-2.2, 2.2, 2)
    else:
        centre = g.uniform(-1, 9, 2)
    turn = g.uniform(-0.12, 0.12) + np.pi / 2 * int(g.integers(4))
    c, s = np.cos(turn), np.sin(turn)
    half = 4 * float(np.exp(g.normal(0, 0.06)))
    corners = [[-half, -half], [half, -half], [half, half], [-half, half]]
    corners = np.float32([[[x * c - y * s + centre[0], x * s + y * c + centre[1]] for x, y in corners]])
    return cv2.perspectiveTransform(corners, image_from_cells)[0]


def labels(still, corners, hands):
    """(classes, covered) by [row][column] of the window; `hands`: mask of hands in the view, with its margin."""
    classes, covered = np.zeros((8, 8), np.int64), np.zeros((8, 8), np.float32)
    square = hands.shape[0] // 10
    share = cv2.resize(hands[square:-square, square:-square].astype(np.float32), (8, 8), interpolation=cv2.INTER_AREA)
    covered[share > truth.COVERED_BY_HAND] = 1
    feet, kinds, visible = bases_of(still)
    view = rectify.view_from_image(corners, square)
    width, height = still.truth["image"]
    centres = np.float32([[[(1.5 + x) * square, (1.5 + y) * square] for y in range(8) for x in range(8)]])
    back = cv2.perspectiveTransform(centres, np.linalg.inv(view))[0].reshape(8, 8, 2)
    outside = (back < 0).any(-1) | (back[..., 0] >= width) | (back[..., 1] >= height)
    taken = np.zeros((8, 8), int)
    if len(feet):
        at = cv2.perspectiveTransform(feet[None], view)[0] / square - 1
        for (x, y), kind, seen in zip(at, kinds, visible):
            column, row = int(np.floor(x)), int(np.floor(y))
            for dx, dy in ((-EDGE, 0), (EDGE, 0), (0, -EDGE), (0, EDGE)):
                r, c = int(np.floor(y + dy)), int(np.floor(x + dx))
                if (r, c) != (row, column):
                    for a, b in ((r, c), (row, column)):
                        if 0 <= a < 8 and 0 <= b < 8:
                            taken[a, b] = 9
            if 0 <= row < 8 and 0 <= column < 8:
                taken[row, column] += 1
                classes[row, column] = kind
                if not seen:
                    covered[row, column] = 1
    covered[outside] = 1
    covered[(taken > 1) & ~outside] = DISPUTED
    return classes, covered
