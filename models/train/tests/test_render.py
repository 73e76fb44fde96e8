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
                    style=dict(light="ceiling", clutter=False), render=dict(samples=1, threads=1, denoise=""))
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
        grid = np.array(self.truth["boards"][0]["grid_px"])
        centre = lambda i, j: self.linear[tuple(np.round(grid[i:i + 2, j:j + 2].reshape(4, 2).mean(0)).astype(int)[::-1])].mean()
        self.assertGreater(centre(1, 2), centre(2, 2))        # b3 against c3


if __name__ == "__main__":
    unittest.main()
