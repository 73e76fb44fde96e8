"""The script of the shipped recording, and how scripts become hands."""
import json
import os
import unittest

from tandem_train import reel

SCRIPT = os.path.join(os.path.dirname(__file__), "..", "scenes", "table-1.json")


class ReelTest(unittest.TestCase):
    def setUp(self):
        with open(SCRIPT) as f:
            self.script = json.load(f)

    def test_shipped_script_is_legal_and_has_everything_bughouse_has(self):
        turns, _ = reel.checked_turns(self.script)
        self.assertGreaterEqual(len(turns), 22)
        self.assertGreaterEqual(sum("@" in t["uci"] for t in turns), 2)
        self.assertGreaterEqual(sum(bool(t["captured"]) for t in turns), 4)
        self.assertGreaterEqual(sum(t["san"].startswith("O-O") for t in turns), 2)

    def test_an_illegal_turn_is_refused(self):
        self.script["turns"][0]["uci"] = "e2e5"
        with self.assertRaises(SystemExit):
            reel.checked_turns(self.script)

    def test_a_drop_before_its_capture_is_refused(self):
        drop = next(i for i, t in enumerate(self.script["turns"]) if t["uci"] == "P@e5")
        self.script["turns"].insert(0, self.script["turns"].pop(drop))
        with self.assertRaises(SystemExit):
            reel.checked_turns(self.script)

    def test_capture_is_carried_off_first_and_handed_over(self):
        turn = dict(uci="d5c4", captured="P", captured_at="c4", san="dxc4")
        self.assertEqual(reel.steps_of(turn), [["c4", "off"], ["d5", "c4"]])
        events = reel.scene_of(self.script)["video"]["events"]
        captures = sum(any(s[1] == "off" for s in e["steps"]) for e in events)
        received = sum(any(s[0].startswith("off:") for s in e["steps"]) for e in events)
        self.assertEqual(captures, received)

    def test_castling_moves_king_then_rook(self):
        self.assertEqual(reel.steps_of(dict(uci="e8c8", captured=None, san="O-O-O")), [["e8", "c8"], ["a8", "d8"]])


if __name__ == "__main__":
    unittest.main()
