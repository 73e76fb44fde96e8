"""Export a checkpoint as the model that the program ships.

    python3 -m tandem_train.export --run RUN --holdout DIR --out ../weights [--version 1]

Writes board.onnx (BatchNorm folded, batch dynamic), board.json (the manifest) and the parity fixture: board-parity.png, a
rendered view, and board-parity.json, what the net answers to it.  The temperature is the one that makes the held-out
renders' answers most honest.
"""
import argparse
import hashlib
import json
import os
import tempfile

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from . import rectify, truth
from .dataset import Still
from .evaluate import OnnxNet, TorchNet, answers, judge
from .net import BoardNet, parameter_count
from .held_out import HELD_OUT
from .train import class_weights

OPSET = 13
TOLERANCE = 0.02


def folded(net):
    """The same net with every BatchNorm inside the convolution before it."""
    net = net.eval()
    for module in net.modules():
        if isinstance(module, nn.Sequential) and len(module) == 3 and isinstance(module[1], nn.BatchNorm2d):
            module[0] = nn.utils.fuse_conv_bn_eval(module[0], module[1])
            module[1] = nn.Identity()
    return net


def write_onnx(net, path):
    example = torch.zeros(1, 3, rectify.SIDE, rectify.SIDE)
    dynamic = {name: {0: "n"} for name in ("view", "classes", "covered")}
    torch.onnx.export(net, example, path, opset_version=OPSET, input_names=["view"], output_names=["classes", "covered"], dynamic_axes=dynamic)


def fitted_temperature(model, stills):
    """The divisor of the logits with the least weighted cross entropy on squares that can be seen."""
    logits, labels = [], []
    for _, answer, _, classes, covered in answers(model, stills):
        seen = covered < 0.5
        logits.append(answer.transpose(0, 2, 3, 1)[seen])
        labels.append(classes[seen])
    logits, labels = torch.from_numpy(np.concatenate(logits)), torch.from_numpy(np.concatenate(labels))
    candidates = np.exp(np.linspace(np.log(0.4), np.log(4), 60))
    losses = [float(F.cross_entropy(logits / float(t), labels, weight=class_weights())) for t in candidates]
    return round(float(candidates[int(np.argmin(losses))]), 3)


def parity_view(stills):
    """A held-out still with both colours on the board, as 8-bit RGB."""
    fullest = max(stills, key=lambda s: int((s.classes > 0).sum()) if s.covered.sum() == 0 else -1)
    return fullest.view(0)[0]


def sha256(path):
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def manifest(state, temperature, scores, onnx_path, version, net):
    return dict(
        name="tandem-board", version=version, sha256=sha256(onnx_path), licence="MIT OR Apache-2.0", opset=OPSET,
        input=dict(name="view", shape=["n", 3, rectify.SIDE, rectify.SIDE], layout="NCHW", colour="RGB", type="float32",
                   scale=1 / 255, range=[0.0, 1.0], pixels_per_square=rectify.SQUARE, margin_squares=rectify.MARGIN,
                   rows="row 0 is the top of the rectified view; any quarter turn; outside the picture black"),
        outputs=dict(
            classes=dict(name="classes", shape=["n", len(truth.CLASSES), 8, 8], meaning="logits by class, row and column of the view; a piece is told on the square of its base"),
            covered=dict(name="covered", shape=["n", 1, 8, 8], meaning="logit; positive: a hand or another thing covers the square, or its piece is mostly hidden")),
        classes=truth.CLASSES, training_prior=[round(p, 6) for p in state["prior"]], temperature=temperature, parameters=parameter_count(net),
        parity=dict(picture="board-parity.png", answers="board-parity.json"),
        provenance=dict(
            data="rendered by models/train (tandem_train.stills, with Cycles and with --fast); no photographs. About 115 of the Cycles stills are by an earlier form of the same renderer", stills=state["stills"],
            squares_taught_by_class=dict(zip(truth.CLASSES, state["counts"])), steps=state["step"],
            held_out=dict(HELD_OUT, note="never rendered for training; the scores are on renders of these"),
            scores_on_held_out_renders=scores))


def main():
    arg = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arg.add_argument("--run", required=True)
    arg.add_argument("--holdout", required=True)
    arg.add_argument("--out", required=True)
    arg.add_argument("--version", default="0")
    z = arg.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    state = torch.load(os.path.join(z.run, "last.pt"))
    net = BoardNet()
    net.load_state_dict(state.get("average") or state["net"])
    net = folded(net)
    stills = [Still(p) for p in truth.stills_in(z.holdout) if truth.load_truth(p + ".json")]
    os.makedirs(z.out, exist_ok=True)
    path = os.path.join(z.out, "board.onnx")
    with tempfile.TemporaryDirectory(dir=z.out) as folder:
        draft = os.path.join(folder, "board.onnx")
        write_onnx(net, draft)
        view = parity_view(stills)
        expected, hidden = TorchNet(net)([view])
        read_back, read_hidden = OnnxNet(draft)([view])
        difference = max(float(np.abs(expected - read_back).max()), float(np.abs(hidden - read_hidden).max()))
        if difference > TOLERANCE / 4:
            raise SystemExit("the exported model answers otherwise than the net, by %.4f" % difference)
        os.replace(draft, path)
    scores, temperature = judge(net, stills), fitted_temperature(TorchNet(net), stills)
    cv2.imwrite(os.path.join(z.out, "board-parity.png"), view[..., ::-1])
    parity = dict(picture="board-parity.png", tolerance=TOLERANCE, classes=np.round(expected[0], 5).tolist(), covered=np.round(hidden[0], 5).tolist())
    with open(os.path.join(z.out, "board-parity.json"), "w") as f:
        json.dump(parity, f)
    with open(os.path.join(z.out, "board.json"), "w") as f:
        json.dump(manifest(state, temperature, scores, path, z.version, net), f, indent=1)
        f.write("\n")
    print(json.dumps(dict(bytes=os.path.getsize(path), temperature=temperature, difference=difference, scores=scores["all"])))


if __name__ == "__main__":
    main()
