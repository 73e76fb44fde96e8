"""The net's view of a board: the board plane seen straight from above, one square of margin on each side."""
import cv2
import numpy as np

SQUARE = 48       # pixels a square
MARGIN = 1        # squares of margin on each side
SIDE = SQUARE * (8 + 2 * MARGIN)

# picture corners (top left, top right, bottom right, bottom left) of the board by quarter turn, as [file, rank] grid indices;
# turn 0 has a8 at the top left
_CORNERS = [(0, 8), (8, 8), (8, 0), (0, 0)]


def corners_for(turn):
    """Grid indices of the four outer corners that come to lie top left, top right, bottom right, bottom left."""
    return [_CORNERS[(k + turn) % 4] for k in range(4)]


def to_rows(by_square, turn):
    """[file][rank] -> [row][column] of the rectified picture for a quarter turn."""
    upright = np.asarray(by_square).T[::-1]      # row 0 = rank 8, column 0 = file a
    return np.ascontiguousarray(np.rot90(upright, turn))


def view_from_image(corners, square=SQUARE):
    """Homography from the picture to the view: `corners` are the board's outer corners, clockwise from the view's top left.

    Pixel centres: a picture's pixel (0, 0) covers 0..1, so sampling shifts by half a pixel on both sides.
    """
    lo, hi = MARGIN * square, (MARGIN + 8) * square
    target = np.float32([[lo, lo], [hi, lo], [hi, hi], [lo, hi]])
    h = cv2.getPerspectiveTransform(np.float32(corners), target)
    half = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    return half @ h @ np.linalg.inv(half)


def rectify(image, corners, square=SQUARE, border=cv2.BORDER_CONSTANT, mirror=False, interpolation=cv2.INTER_LINEAR):
    """The view of a picture; what lies outside the picture is black (or repeated, with BORDER_REPLICATE)."""
    side = square * (8 + 2 * MARGIN)
    h = view_from_image(corners, square)
    if mirror:
        h = np.array([[-1, 0, side - 1], [0, 1, 0], [0, 0, 1.0]]) @ h
    return cv2.warpPerspective(image, h, (side, side), flags=interpolation, borderMode=border)
