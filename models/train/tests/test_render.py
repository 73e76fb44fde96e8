"""Both renderers against their own truth.  Need bpy or numba (requirements-render.txt); say loudly when these are not there."""
import importlib.util
import sys
import unittest

import numpy as np

HAVE_BPY = importlib.util.find_spec("bpy") is not None
if not HAVE_BPY:
    print("\n*** tests of the renderer DID NOT RUN: bpy is not installed (requirements-render.txt) ***", file=sys.stderr)
HAVE_NUMBA = importlib.util.find_spec("numba") is not None
if not HAVE_NUMBA:
    print("\n*** tests of the fast renderer DID NOT RUN: numba is not installed (requirements-render.txt) ***", file=sys.stderr)


def render(fast):
    """(linear, ids, truth) of one small scene, the same for both renderers."""
    from tandem_train.scene import COARSE, Scene
    from tandem_train.scene_truth import truth_of
    spec = dict(seed=3, boards=[dict(fen="4k3/8/8/3q4/8/8/4P3/R3K3", clock=None)], camera=dict(width=320, height=320, fit="board"),
                style=dict(light="ceiling", board="vinyl_black", clutter=False), render=dict(samples=2, threads=1))
    if fast:
        from tandem_train.raster import Studio
        scene = Scene(spec, COARSE, Studio())
    else:
        scene = Scene(spec, COARSE)
    linear, ids = scene.studio.render()
    return linear, ids, truth_of(scene, ids)


class AgainstTruth:
    @classmethod
    def setUpClass(cls):
        cls.linear, cls.ids, cls.truth = render(cls.fast)

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


@unittest.skipUnless(HAVE_BPY, "bpy is not installed")
class CyclesTest(AgainstTruth, unittest.TestCase):
    fast = False


@unittest.skipUnless(HAVE_NUMBA, "numba is not installed")
class FastTest(AgainstTruth, unittest.TestCase):
    fast = True

    @unittest.skipUnless(HAVE_BPY, "bpy is not installed")
    def test_shows_the_same_objects_as_cycles(self):
        slow = render(False)[1]
        self.assertGreater((slow == self.ids).mean(), 0.98)

    def test_a_piece_darkens_what_stands_in_its_shadow(self):
        board = self.truth["boards"][0]
        grid = np.array(board["grid_px"])
        centre = lambda f, r: np.round(grid[f:f + 2, r:r + 2].reshape(4, 2).mean(0)).astype(int)
        base, far = centre(3, 4), centre(3, 2)             # both dark squares: the queen's d5 and the empty d3
        ring = [self.linear[base[1] + dy, base[0] + dx].mean() for dx in range(-16, 17) for dy in range(-16, 17)
                if self.ids[base[1] + dy, base[0] + dx] == 0]
        self.assertLess(min(ring), 0.8 * self.linear[far[1] - 4:far[1] + 5, far[0] - 4:far[0] + 5].mean())


if __name__ == "__main__":
    unittest.main()
