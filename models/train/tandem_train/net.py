"""The net: fully convolutional over the rectified view, one answer a square.

Input [n, 3, 320, 320] float32 RGB in 0..1 (32 pixels a square, one square of margin).  Output `classes`
[n, 13, 8, 8] logits and `covered` [n, 1, 8, 8] logit, row 0 at the top of the view.  All downsampling kernels are even
and aligned with the squares, so that each answer is centred on its square; the 3x3 layers between them let it look
about two squares around, to where a leaning piece has its base.
"""
import torch
from torch import nn

CLASS_COUNT = 13


class Conv(nn.Sequential):
    def __init__(self, cin, cout, k, stride=1, padding=0):
        super().__init__(nn.Conv2d(cin, cout, k, stride, padding, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True))


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = Conv(width, width, 3, 1, 1)

    def forward(self, x):
        return x + self.conv(x)


class BoardNet(nn.Module):
    def __init__(self, widths=(16, 32, 64, 96, 128)):
        super().__init__()
        a, b, c, d, e = widths
        self.body = nn.Sequential(
            Conv(3, a, 4, 2, 1),
            Conv(a, b, 2, 2), Residual(b),
            Conv(b, c, 2, 2), Residual(c),
            Conv(c, d, 2, 2), Residual(d), Residual(d),
            Conv(d, e, 2, 2), Residual(e), Residual(e), Residual(e),
        )
        self.head = nn.Conv2d(e, CLASS_COUNT + 1, 1)

    def forward(self, view):
        out = self.head(self.body(view * 4 - 2))[:, :, 1:9, 1:9]
        return out[:, :CLASS_COUNT], out[:, CLASS_COUNT:]


def parameter_count(net):
    return sum(p.numel() for p in net.parameters())
