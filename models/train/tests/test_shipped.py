"""Weights that ship can be trained on."""
import os
import unittest

import numpy as np

WEIGHTS = os.path.join(os.path.dirname(__file__), "..", "..", "weights", "board.onnx")

try:
    import torch
    from tandem_train.evaluate import OnnxNet, TorchNet
    from tandem_train.net import BoardNet
    from tandem_train.shipped import from_shipped
except ImportError as missing:
    torch, reason = None, str(missing)


@unittest.skipIf(torch is None, "needs PyTorch")
class Shipped(unittest.TestCase):
    def test_the_net_answers_as_the_shipped_model_does(self):
        torch.manual_seed(2)
        net, g = BoardNet(), np.random.default_rng(3)
        views = [g.integers(0, 256, (480, 480, 3), dtype=np.uint8) for _ in range(3)]
        from_shipped(net, WEIGHTS, torch.from_numpy(np.stack(views)).permute(0, 3, 1, 2).float() / 255)
        other = [g.integers(0, 256, (480, 480, 3), dtype=np.uint8)]
        told, hidden = TorchNet(net)(other)
        expected, expected_hidden = OnnxNet(WEIGHTS)(other)
        self.assertLess(np.abs(told - expected).max(), 0.01)
        self.assertLess(np.abs(hidden - expected_hidden).max(), 0.01)


if __name__ == "__main__":
    unittest.main()
