import unittest

from tandem_train.rules import Board


def perft(board, depth):
    if depth == 0:
        return 1
    total = 0
    for uci in list(board.legal()):
        after = board.copy()
        after.push(uci)
        total += perft(after, depth - 1)
    return total


class RulesTest(unittest.TestCase):
    def test_start_position_has_the_published_number_of_continuations(self):
        self.assertEqual(perft(Board(), 1), 20)
        self.assertEqual(perft(Board(), 3), 8902)

    def test_drop_needs_the_piece_in_the_reserve_and_pawns_keep_off_the_last_ranks(self):
        board = Board()
        board.pieces = {"e1": "K", "e8": "k"}
        board.castling = set()
        self.assertFalse(any("@" in m for m in board.legal()))
        board.reserves[True] = ["P"]
        drops = [m for m in board.legal() if "@" in m]
        self.assertEqual(len(drops), 48)
        board.push("P@e4")
        self.assertEqual(board.reserves[True], [])
        self.assertEqual(board.placement(), "4k3/8/8/8/4P3/8/8/4K3")

    def test_promoted_piece_is_handed_over_as_a_pawn(self):
        board = Board()
        board.pieces = {"b7": "P", "e1": "K", "h8": "k", "a8": "r"}
        board.castling = set()
        self.assertEqual(board.san("b7a8q"), "bxa8=Q+")
        self.assertEqual(board.push("b7a8q"), "R")
        board.pieces["c8"] = "r"
        self.assertEqual(board.push("c8a8"), "P")

    def test_san_of_castling_and_of_a_knight_that_needs_its_file(self):
        board = Board()
        for uci in "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6".split():
            self.assertIn(uci, list(board.legal()))
            board.push(uci)
        self.assertEqual(board.san("e1g1"), "O-O")
        self.assertEqual(board.san("f3d4"), "Nd4")
        board.pieces["c2"] = "N"
        self.assertEqual(board.san("f3d4"), "Nfd4")


if __name__ == "__main__":
    unittest.main()
