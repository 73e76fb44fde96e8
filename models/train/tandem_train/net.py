"""The net: fully convolutional over the rectified view, one answer a square.

Input [n, 3, 480, 480] float32 RGB in 0..1 (48 pixels a square, one square of margin).  Output `classes`
[n, 13, 8, 8] logits and `covered` [n, 1, 8, 8] logit, row 0 at the top of the view.  All downsampling kernels lie
symmetrically over what they sum up, so that each answer is centred on its square; the 3x3 layers between them let it look
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
    def __init__(self, widths=(24, 32, 64, 96, 128)):
        super().__init__()
        a, b, c, d, e = widths
        self.body = nn.Sequential(
            Conv(3, a, 7, 3, 2),
            Conv(a, b, 2, 2), Residual(b),
            Conv(b, c, 2, 2), Residual(c),
            Conv(c, d, 2, 2), Residual(d), Residual(d),
            Conv(d, e, 2, 2), Residual(e), Residual(e), Residual(e),
        )
        self.head = nn.Conv2d(e, CLASS_COUNT + 1, 1)

    def forward(self, view):
        out = self.head(self.body(view * 4 - 2))[:, :, 1:9, 1:9]
        return out[:, :CLASS_COUNT], out[:, CLASS_COUNT:]


def from_coarser(net, state):
    """Start a net from the weights of one that saw 32 pixels a square (first layer 4x4, stride 2) and had fewer first channels.

    What it saw in a pixel is now the mean of one and a half along each edge; the further channels say nothing at first.
    """
    coarse, own = state["body.0.0.weight"], net.state_dict()
    begin = lambda tap: 0.5 + 1.5 * tap
    overlap = torch.tensor([[max(0.0, min(new + 1, begin(tap) + 1.5) - max(new, begin(tap))) / 1.5 for tap in range(4)] for new in range(7)])
    known = coarse.shape[0]
    for name, value in state.items():
        if name == "body.0.0.weight":
            own[name][:known] = torch.einsum("ju,kv,ocuv->ocjk", overlap, overlap, value)
        elif name.startswith("body.0.") and value.dim() == 1:
            own[name][:known] = value
        elif name == "body.1.0.weight":
            own[name][:, known:] *= 0.1
            own[name][:, :known] = value
        else:
            own[name] = value
    net.load_state_dict(own)


def parameter_count(net):
    return sum(p.numel() for p in net.parameters())
