"""The renderer against its own truth.  Needs bpy (requirements-render.txt); says loudly when it is not there."""
import importlib.util
import sys
import unittest

import numpy as np

HAVE_BPY = importlib.util.find_spec("bpy") is not None
if not HAVE_BPY:
    print("\n*** tests of the renderer DID NOT RUN: bpy is not installed (requirements-render.txt) ***", file=sys.stderr)


@unittest.skipUnless(HAVE_BPY, "bpy is not installed")
class RenderTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from tandem_train.scene import COARSE, Scene
        from tandem_train.scene_truth import truth_of
        spec = dict(seed=3, boards=[dict(fen="4k3/8/8/3q4/8/8/4P3/R3K3", clock=None)], camera=dict(width=320, height=320, fit="board"),
                    style=dict(light="ceiling", board="vinyl_black", clutter=False), render=dict(samples=2, threads=1))
        scene = Scene(spec, COARSE)
        cls.linear, cls.ids = scene.studio.render()
        cls.truth = truth_of(scene, cls.ids)

    def test_truth_repeats_the_position(self):
        self.assertEqual(self.truth["boards"][0]["placement"], "4k3/8/8/3q4/8/8/4P3/R3K3")

    def test_pieces_are_seen_where_the_truth_says(self):
        for name, square in self.truth["boards"][0]["squares"].items():
            x0, y0, x1, y1 = (int(v) for v in square["bbox_px"])
            window = self.ids[max(0, y0):y1 + 1, max(0, x0):x1 + 1]
            self.assertGreater(square["vis_px"], 0.8 * square["hull_px"] * 0.75, name)
            self.assertIn(square["vis_px"], np.bincount(window.ravel())[1:], name)

    def test_light_squares_are_lighter(self):
        board = self.truth["boards"][0]
        grid, means = np.array(board["grid_px"]), ([], [])
        for i, file in enumerate("abcdefgh"):
            for j in range(2, 4):                              # the empty third and fourth ranks
                x, y = np.round(grid[i:i + 2, j:j + 2].reshape(4, 2).mean(0)).astype(int)
                means[(i + j) % 2].append(self.linear[y - 4:y + 5, x - 4:x + 5].mean())
        self.assertGreater(np.mean(means[1]), 2 * np.mean(means[0]))      # a1 is dark


if __name__ == "__main__":
    unittest.main()
