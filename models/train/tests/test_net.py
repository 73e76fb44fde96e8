"""The net's shapes and alignment, and the shipped model.  Needs torch (Debian's python3-torch); says loudly when it is not there."""
import hashlib
import importlib.util
import json
import os
import sys
import unittest

import numpy as np

HAVE_TORCH = importlib.util.find_spec("torch") is not None
WEIGHTS = os.path.join(os.path.dirname(__file__), "..", "..", "weights")
if not HAVE_TORCH:
    print("\n*** tests of the net DID NOT RUN: torch is not installed (Debian: python3-torch) ***", file=sys.stderr)


@unittest.skipUnless(HAVE_TORCH, "torch is not installed")
class NetTest(unittest.TestCase):
    def test_each_answer_is_centred_on_its_square(self):
        import torch
        from tandem_train.net import BoardNet
        torch.manual_seed(0)
        net = BoardNet().eval()
        view = torch.rand(1, 3, 320, 320, requires_grad=True)
        classes, covered = net(view)
        self.assertEqual((tuple(classes.shape), tuple(covered.shape)), ((1, 13, 8, 8), (1, 1, 8, 8)))
        classes[0, :, 3, 4].abs().sum().backward()
        weight = view.grad[0].abs().sum(0).numpy()
        rows, columns = np.nonzero(weight > weight.max() * 1e-4)
        self.assertAlmostEqual(rows.mean(), 32 * 4 + 15.5, delta=2)
        self.assertAlmostEqual(columns.mean(), 32 * 5 + 15.5, delta=2)

    def test_turned_views_keep_their_labels(self):
        from tandem_train.dataset import symmetry
        classes = np.arange(64).reshape(8, 8)
        picture = np.repeat(np.repeat(classes, 32, 0), 32, 1).astype(np.uint8)
        for turn in range(4):
            for mirror in (False, True):
                turned, labels, _ = symmetry(picture, classes, classes, turn, mirror)
                np.testing.assert_array_equal(turned[16::32, 16::32], labels)

    def test_folding_changes_nothing(self):
        import torch
        from tandem_train.export import folded
        from tandem_train.net import BoardNet
        net = BoardNet()
        view = torch.rand(2, 3, 320, 320)
        net(view)                                              # moves the running statistics
        before = net.eval()(view)
        after = folded(net)(view)
        self.assertLess(float((before[0] - after[0]).abs().max()), 1e-3)

    def test_a_covered_square_does_not_teach_its_class(self):
        import torch
        from tandem_train.net import BoardNet
        from tandem_train.train import loss_of
        net = BoardNet().eval()
        pictures = torch.randint(0, 255, (1, 320, 320, 3), dtype=torch.uint8)
        classes, covered = torch.zeros(1, 8, 8, dtype=torch.long), torch.zeros(1, 8, 8)
        covered[0, 2, 2] = 1
        plain = float(loss_of(net, pictures, classes, covered))
        classes[0, 2, 2] = 5
        self.assertAlmostEqual(plain, float(loss_of(net, pictures, classes, covered)), places=6)
        classes[0, 4, 4] = 5
        self.assertNotAlmostEqual(plain, float(loss_of(net, pictures, classes, covered)), places=4)


class ShippedModelTest(unittest.TestCase):
    def test_manifest_describes_the_file_beside_it(self):
        with open(os.path.join(WEIGHTS, "board.json")) as f:
            manifest = json.load(f)
        with open(os.path.join(WEIGHTS, "board.onnx"), "rb") as f:
            self.assertEqual(hashlib.sha256(f.read()).hexdigest(), manifest["sha256"])
        self.assertEqual(len(manifest["classes"]), 13)
        self.assertAlmostEqual(sum(manifest["training_prior"]), 1, places=3)

    @unittest.skipUnless(HAVE_TORCH, "torch is not installed")
    def test_model_answers_as_the_parity_fixture_says(self):
        import cv2
        from tandem_train.evaluate import OnnxNet
        with open(os.path.join(WEIGHTS, "board-parity.json")) as f:
            parity = json.load(f)
        view = cv2.imread(os.path.join(WEIGHTS, parity["picture"]))[..., ::-1]
        classes, covered = OnnxNet(os.path.join(WEIGHTS, "board.onnx"))([view])
        self.assertLess(np.abs(classes[0] - np.array(parity["classes"])).max(), parity["tolerance"])
        self.assertLess(np.abs(covered[0] - np.array(parity["covered"])).max(), parity["tolerance"])


if __name__ == "__main__":
    unittest.main()
