"""Scripts of reels, what they become, and that a rendering goes on where it stopped."""
import importlib.util
import io
import json
import os
import sys
import tempfile
import unittest

from tandem_train import reel, script
from tandem_train.progress import Progress

HERE = os.path.dirname(__file__)
SHIPPED = os.path.join(HERE, "..", "scenes", "table-1.json")
REELS = [os.path.join(HERE, "..", "reels", name + ".toml") for name in ("fast", "medium", "dim")]
HAVE_NUMBA = importlib.util.find_spec("numba") is not None
if not HAVE_NUMBA:
    print("\n*** tests of rendering reels DID NOT RUN: numba is not installed (requirements-render.txt) ***", file=sys.stderr)


def read(*path):
    with open(os.path.join(*path)) as f:
        return f.read()


def course_of(lines, profile="gr"):
    from tandem_train.course import Course
    return Course(script.Script(profile, {}, script.parse_lines(lines, "test"), .35, .8))


class ScriptTest(unittest.TestCase):
    def test_times_follow_each_other(self):
        actions = script.parse_lines("1.5 Aw plays e2e4 in=0.7\n\n# nothing\n+0.5 Ab knocks over e7", "t")
        self.assertEqual([(a.t, a.seat, a.verb, a.what) for a in actions], [(1.5, "Aw", "plays", "e2e4"), (2.0, "Ab", "knocks over", "e7")])
        self.assertEqual(actions[0].options, {"in": "0.7"})

    def test_errors_name_the_line_and_the_nearest_word(self):
        for line, said in (("1 Aw plais e2e4", "'plays'"), ("1 Aw plays e2e4 ilegal=x", "'illegal'"), ("1 Ax plays e2e4", "'A"), ("soon Aw plays e2e4", "no time"),
                           ("1 Aw takes back e2", "0 words"), ("1 Aw plays", "1 word")):
            with self.assertRaises(SystemExit) as caught:
                script.parse_lines("0.5 Ab presses\n" + line, "file")
            self.assertIn("line 2", str(caught.exception), line)
            self.assertIn(said, str(caught.exception), line)

    def test_time_does_not_go_back(self):
        with self.assertRaises(SystemExit):
            script.parse_lines("2 Aw plays e2e4\n1 Ab plays e7e5", "file")


class CourseTest(unittest.TestCase):
    def test_shipped_script_is_legal_and_has_everything_bughouse_has(self):
        _, course = reel.check(SHIPPED, log=lambda line: None)
        turns = [t for board in course.turns.values() for t in board]
        self.assertGreaterEqual(len(turns), 22)
        self.assertGreaterEqual(sum("@" in t["uci"] for t in turns), 2)
        self.assertGreaterEqual(sum(t["san"].startswith("O-O") for t in turns), 2)
        captures = sum(any(s[1] == "off" for s in e["steps"]) for e in course.events)
        received = sum(any(s[0].startswith("off:") for s in e["steps"]) for e in course.events)
        self.assertEqual(captures, received)
        self.assertGreaterEqual(captures, 4)

    def test_scripts_in_the_project_keep_to_the_rules_they_say(self):
        for path in REELS:
            reel.check(path, log=lambda line: None)

    def test_what_breaks_a_rule_must_be_said(self):
        with self.assertRaises(SystemExit):
            course_of("1 Aw plays e2e5")
        with self.assertRaises(SystemExit):
            course_of('1 Aw plays e2e4 illegal="it is not"')
        course = course_of('1 Aw plays f1f5 illegal="bishop cannot move so"\n2 Ab plays e7e5')
        self.assertEqual([(a["kind"], a["seat"], a["piece"]) for a in course.alerts], [("illegal_move", "Aw", "B")])
        self.assertEqual([t["legal"] for t in course.turns["A"]], [False, True])

    def test_capture_goes_to_the_partner_before_it_can_be_dropped(self):
        before = "1 Aw plays e2e4\n2 Ab plays d7d5\n3 Aw plays e4d5\n1.1 Bw plays e2e4\n"
        lines = "\n".join(sorted(before.split("\n"), key=lambda line: float((line.split() or ["9"])[0])))
        course = course_of(lines + "\n5 Bb plays P@e6")
        self.assertEqual(course.turns["B"][-1]["san"], "P@e6")
        with self.assertRaises(SystemExit):
            course_of(lines.replace("3 Aw plays e4d5", "6 Aw plays e4d5").replace("\n6 Aw", "\n5 Bb plays P@e6\n6 Aw"))

    def test_a_drop_before_the_press_uses_up_what_the_press_frees(self):
        course = course_of("1 Aw plays e2e4\n1.1 Bw plays e2e4\n2 Ab plays d7d5\n3 Bb plays P@e6 illegal=\"not free yet\"\n4 Aw plays e4d5 over=-2 wait=1.5")
        self.assertEqual(course.boards["B"].reserves[False], [])

    def test_take_back_restores_the_board_and_needs_a_press_later(self):
        course = course_of("1 Aw moves e2e4\n2 Aw takes back\n3 Aw plays e2e3")
        self.assertEqual([t["uci"] for t in course.turns["A"]], ["e2e3"])
        with self.assertRaises(SystemExit):
            course_of("1 Aw moves e2e4")
        with self.assertRaises(SystemExit):
            course_of("1 Aw plays e2e4\n2 Aw takes back")

    def test_bodies_of_promoted_pawns_follow_the_profile(self):
        lines = ["1 Aw plays a2a4", "2 Ab plays b7b5", "3 Aw plays a4b5", "4 Ab plays a7a6", "5 Aw plays b5a6", "6 Ab plays c8b7", "7 Aw plays a6b7",
                 "8 Ab plays h7h6", "9 Aw plays b7a8q", "9.1 Aw declares q"]
        stays = course_of("\n".join(lines), "gr")
        self.assertEqual(stays.turns["A"][-1]["steps"], [["b7", "a8", {"swap": True, "promote": "Q"}]])
        self.assertEqual(stays.declarations, [dict(t_ms=9100, seat="Aw", promotion="q")])
        replaced = course_of("\n".join(lines[:-1]), "free").turns["A"][-1]["steps"]
        self.assertEqual(replaced, [["a8", "off"], ["b7", "a8"], ["a8", "off"], ["off:Q", "a8", {"promote": "Q"}]])

    def test_castling_moves_king_then_rook(self):
        lines = "1 Aw plays g1f3\n2 Ab plays g8f6\n3 Aw plays g2g3\n4 Ab plays g7g6\n5 Aw plays f1g2\n6 Ab plays f8g7\n7 Aw plays e1g1"
        self.assertEqual(course_of(lines).turns["A"][-1]["steps"], [["e1", "g1"], ["h1", "f1"]])


class ProgressTest(unittest.TestCase):
    def test_tells_pace_and_what_is_left(self):
        now, out = [0.], io.StringIO()
        bar = Progress(10, "frames", out, lambda: now[0])
        bar(4)
        now[0] = 61.
        bar(5)
        self.assertIn("5/10, 61.00 s each, 5 min 05 s left", out.getvalue())


@unittest.skipUnless(HAVE_NUMBA, "numba is not installed")
class RenderTest(unittest.TestCase):
    """A small table, rendered in one go and in two."""

    LINES = "0.6 Aw plays e2e4 in=0.6\n0.7 Bw plays d2d4 in=0.6\n1.3 Ab plays d7d5 in=0.6\n1.9 Aw plays e4d5 in=0.6 over=0.3"

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        board = '[[scene.boards]]\nid = "%s"\nfen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"\nrot = %d\nclock = { white = 60, black = 60, active = "white" }\n'
        cls.script = os.path.join(cls.folder.name, "small.toml")
        with open(cls.script, "w") as f:
            f.write("profile = \"free\"\nspeed = 0.3\nscript = '''\n%s\n'''\n[scene]\nseed = 4\n[scene.style]\nlight = \"ceiling\"\nclutter = false\n[scene.camera]\nwidth = 320\n"
                    "height = 152\nfit = \"all\"\n[scene.render]\nfast = true\ndetail = \"coarse\"\n[scene.video]\nfps = 5\nduration = 2.6\n" % cls.LINES + board % ("A", 0) + board % ("B", 180))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_goes_on_where_it_stopped_and_writes_a_recording(self):
        import cv2
        whole, parts = (os.path.join(self.folder.name, name) for name in ("whole", "parts"))
        reel.render(self.script, whole, keep=True)
        reel.render(self.script, parts, first=1.2)
        self.assertEqual(len(read(parts, "frames.jsonl").splitlines()), 6)
        kept = os.path.join(parts, ".frames", "000002.png")
        stamp = os.stat(kept).st_mtime_ns
        reel.render(self.script, parts, keep=True)
        self.assertEqual(os.stat(kept).st_mtime_ns, stamp)                       # not rendered again
        for name in ("clock.jsonl", "truth.json"):
            self.assertEqual(read(whole, name), read(parts, name), name)
        last = [cv2.imread(os.path.join(p, ".frames", "000012.png")).astype(int) for p in (whole, parts)]
        self.assertLess(abs(last[0] - last[1]).mean(), 1.)
        truth = json.loads(read(whole, "truth.json"))
        self.assertEqual([t["uci"] for t in truth["turns"]], ["e2e4", "d2d4", "d7d5", "e4d5"])
        self.assertEqual([(o["event"], o["seat"], o["piece"]) for o in truth["others"]], [("handed_over", "Bb", "P")])
        rows = [json.loads(line) for line in read(whole, "frames.jsonl").splitlines()]
        self.assertEqual(rows[-1]["boards"]["A"]["placement"], "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR")
        self.assertEqual([p for p, _ in rows[-1]["boards"]["B"]["reserves"]["black"]], ["p"])
        self.assertTrue(any(row["hands"] for row in rows))

    def test_frames_of_another_scene_are_not_taken(self):
        from tandem_train import video
        with tempfile.TemporaryDirectory() as folder:
            video.Store(folder, dict(seed=1))
            with self.assertRaises(SystemExit):
                video.Store(folder, dict(seed=2))

    def test_a_hand_cannot_take_what_is_not_there_yet(self):
        text = read(self.script).replace("over=0.3", "over=0.3\n2.0 Bb plays P@e6 in=0.9")
        late = os.path.join(self.folder.name, "late.toml")
        with open(late, "w") as f:
            f.write(text)
        with self.assertRaises(SystemExit):
            reel.check_hands(*reel.check(late, log=lambda line: None))


if __name__ == "__main__":
    unittest.main()
