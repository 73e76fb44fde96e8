"""What a rendered still's truth file says, turned into labels for the net.

A still is three files: NUMBER.npy (linear light, float16, height x width x RGB), NUMBER.id.png (which object each pixel
shows: 1.. pieces, 800 clocks, 900.. hands) and NUMBER.json (the truth).  `grid_px[i][j]` is the corner between file i
and rank j of the board (i, j = 0..8, a1's outer corner is [0][0]), in pixels from the picture's top left.
"""
import json
import os

import cv2
import numpy as np

CLASSES = ["empty", "P", "N", "B", "R", "Q", "K", "p", "n", "b", "r", "q", "k"]
CLASS_OF = {name: i for i, name in enumerate(CLASSES)}
FILES = "abcdefgh"
HAND_ID = 900
COVERED_BY_HAND = 0.25   # of the square's area
VISIBLE_ENOUGH = 0.40    # of the piece's outline


def load_truth(path):
    """The truth of a still, or None when the still failed to render."""
    with open(path) as f:
        truth = json.load(f)
    return None if "failed" in truth else truth


def labels_of(board, image_size):
    """(classes, covered), both [8, 8] indexed [file][rank]: class number and 1.0 where the square cannot be judged."""
    width, height = image_size
    grid = np.array(board["grid_px"], np.float32)
    classes = np.zeros((8, 8), np.int64)
    covered = np.zeros((8, 8), np.float32)
    for i, file in enumerate(FILES):
        for j in range(8):
            square = board["squares"].get(file + str(j + 1), {})
            if "piece" in square:
                classes[i, j] = CLASS_OF[square["piece"]]
                if square["vis_px"] < VISIBLE_ENOUGH * square["hull_px"]:
                    covered[i, j] = 1
            if square.get("hand_frac", 0) > COVERED_BY_HAND:
                covered[i, j] = 1
            centre = grid[i:i + 2, j:j + 2].reshape(4, 2).mean(0)
            if not (0 <= centre[0] < width and 0 <= centre[1] < height):
                covered[i, j] = 1
    return classes, covered


def piece_ids(truth, ids):
    """(ids of white pieces, ids of black pieces) in the object picture, found by each piece's count of visible pixels."""
    counts = np.bincount(ids.ravel(), minlength=HAND_ID)
    white, black = [], []
    for board in truth["boards"]:
        pieces = [s for s in board["squares"].values() if "piece" in s] + board["in_hand"]
        for reserve in board["reserves"].values():
            pieces += reserve["pieces"]
        for piece in pieces:
            if piece["vis_px"] == 0:
                continue
            x0, y0, x1, y1 = (int(v) for v in piece["bbox_px"])
            window = ids[max(0, y0 - 2):y1 + 3, max(0, x0 - 2):x1 + 3]
            for number in np.unique(window):
                if 0 < number < 800 and counts[number] == piece["vis_px"]:
                    (white if piece["piece"].isupper() else black).append(int(number))
                    break
    return white, black


def stills_in(folder):
    """Paths without suffix of the stills whose truth is complete, in order."""
    names = sorted(n[:-5] for n in os.listdir(folder) if n.endswith(".json"))
    return [os.path.join(folder, n) for n in names if os.path.exists(os.path.join(folder, n + ".npy"))]


def load_still(path):
    """(truth, linear picture float16, object picture uint16)."""
    truth = load_truth(path + ".json")
    return truth, np.load(path + ".npy"), cv2.imread(path + ".id.png", cv2.IMREAD_UNCHANGED)
