"""Labels and rectification, against geometry worked out by hand."""
import unittest

import numpy as np

from tandem_train import rectify, truth


def board_picture(size=400, side=40, origin=(40, 30)):
    """A straight overhead picture: square (file, rank) is filled with 10 * file + rank; and its grid in pixels."""
    image = np.zeros((size, size, 3), np.float32)
    grid = np.zeros((9, 9, 2))
    for i in range(9):
        for j in range(9):
            grid[i, j] = origin[0] + i * side, origin[1] + (8 - j) * side
            if i < 8 and j < 8:
                x, y = origin[0] + i * side, origin[1] + (7 - j) * side
                image[y:y + side, x:x + side] = 10 * i + j
    return image, grid


class RectifyTest(unittest.TestCase):
    def test_every_turn_puts_every_square_where_its_label_is(self):
        image, grid = board_picture()
        by_square = np.array([[10 * i + j for j in range(8)] for i in range(8)])
        for turn in range(4):
            corners = np.array([grid[i, j] for i, j in rectify.corners_for(turn)])
            view = rectify.rectify(image, corners)
            labels = rectify.to_rows(by_square, turn)
            centres = view[rectify.SQUARE + 16:-rectify.SQUARE:rectify.SQUARE, rectify.SQUARE + 16:-rectify.SQUARE:rectify.SQUARE, 0]
            self.assertEqual(centres.shape, (8, 8))
            np.testing.assert_allclose(centres, labels, atol=1e-3)

    def test_mirror_swaps_columns(self):
        image, grid = board_picture()
        corners = np.array([grid[i, j] for i, j in rectify.corners_for(0)])
        plain, mirrored = rectify.rectify(image, corners), rectify.rectify(image, corners, mirror=True)
        np.testing.assert_allclose(mirrored[40:-40, 40:-40], plain[40:-40, ::-1][:, 40:-40], atol=1e-3)

    def test_squares_are_sharp_at_their_edges(self):
        image, grid = board_picture(side=32, origin=(40, 40))
        corners = np.array([grid[i, j] for i, j in rectify.corners_for(0)])
        view = rectify.rectify(image, corners)
        np.testing.assert_allclose(view[32:288, 32:288], image[40:296, 40:296], atol=1e-3)


class LabelTest(unittest.TestCase):
    def board(self, **squares):
        _, grid = board_picture()
        return dict(grid_px=grid.tolist(), squares=squares)

    def test_base_square_gets_the_piece(self):
        classes, covered = truth.labels_of(self.board(e4=dict(piece="n", vis_px=90, hull_px=100, hand_frac=0)), (400, 400))
        self.assertEqual(classes[4, 3], truth.CLASS_OF["n"])
        self.assertEqual(classes.astype(bool).sum(), 1)
        self.assertEqual(covered.sum(), 0)

    def test_hands_hidden_pieces_and_what_is_outside_count_as_covered(self):
        board = self.board(a1=dict(hand_frac=0.5), b2=dict(piece="P", vis_px=10, hull_px=100, hand_frac=0), c3=dict(hand_frac=0.1))
        _, covered = truth.labels_of(board, (400, 400))
        self.assertEqual((covered[0, 0], covered[1, 1], covered[2, 2]), (1, 1, 0))
        _, covered = truth.labels_of(board, (400, 200))
        self.assertEqual(covered[7, 7], 0)
        self.assertEqual(covered[7, 0], 1)


if __name__ == "__main__":
    unittest.main()
