"""Train the net on rendered stills.

    python3 -m tandem_train.train --stills DIR [DIR...] --holdout DIR --run DIR --steps 3000

Resumes from RUN/last.pt.  New stills that appear in the folders between epochs join the training.  The learning rate follows one
cosine over --steps; an epoch is --epoch-steps batches, after which the held-out renders are judged and RUN/log.jsonl grows.
"""
import argparse
import copy
import json
import os
import time

import cv2
import numpy as np
import torch
from torch.nn import functional as F

from . import truth, windows
from .dataset import Still, Views
from .evaluate import judge
from .net import BoardNet, from_coarser, parameter_count
from .shipped import from_shipped

OCCUPIED_WEIGHT = 2.5
LABEL_SMOOTHING = 0.02
COVERED_WEIGHT = 0.3
AVERAGE_OVER = 150        # steps; the running average of the weights is what is judged and exported
JUDGE_EVERY = 8           # epochs
SPREAD_STILLS = 24        # of each folder, to see how the layers of a shipped model are spread


def class_weights():
    weights = torch.full((len(truth.CLASSES),), OCCUPIED_WEIGHT)
    weights[0] = 1.0
    return weights


def count_classes(classes, covered):
    """How often each class was taught in a batch."""
    return np.bincount(classes[(covered < 0.5) & (covered > windows.DISPUTED / 2)].numpy(), minlength=len(truth.CLASSES))


def training_prior(counts):
    """Class frequencies as the weighted loss sees them: what a posterior is divided by."""
    weighted = counts * class_weights().numpy()
    return (weighted / weighted.sum()).tolist()


def loss_of(net, pictures, classes, covered):
    """Cross entropy over the squares that can be judged, plus the visibility's."""
    logits, hidden = net(pictures.permute(0, 3, 1, 2).float() / 255)
    told = (covered > windows.DISPUTED / 2).float()
    seen = (covered < 0.5).float() * told
    weights = class_weights()
    each = F.cross_entropy(logits, classes, weight=weights, label_smoothing=LABEL_SMOOTHING, reduction="none")
    scale = (weights[classes] * seen).sum()
    return (each * seen).sum() / scale + COVERED_WEIGHT * F.binary_cross_entropy_with_logits(hidden[:, 0], covered, told)


def learning_rate(step, steps, peak):
    warm = min(1.0, (step + 1) / 100)
    return peak * warm * (0.5 + 0.5 * np.cos(np.pi * min(1.0, step / steps))) + 1e-6


def load_new(folder, known):
    """Add the stills of a folder that are not yet in memory."""
    for path in truth.stills_in(folder):
        if path not in known and truth.load_truth(path + ".json") is not None:
            known[path] = Still(path)
    return known


def follow(average, net):
    """Move the running average towards the net; statistics of BatchNorm are averaged like weights."""
    with torch.no_grad():
        for slow, fast in zip(average.state_dict().values(), net.state_dict().values()):
            if slow.dtype.is_floating_point:
                slow.lerp_(fast, 1 / AVERAGE_OVER)
            else:
                slow.copy_(fast)


def save(path, **state):
    torch.save(state, path + ".tmp")
    os.replace(path + ".tmp", path)


def begin_as_shipped(net, path, folders):
    """The shipped weights, with what their layers see on some of the stills that are to be taught."""
    known = [still for folder in folders for still in truth.stills_in(folder)[:SPREAD_STILLS] if truth.load_truth(still + ".json") is not None]
    if not known:
        raise SystemExit("there are no stills in %s to see how the layers of %s are spread" % (", ".join(folders), path))
    views = [Still(still).view(k % 4, np.random.default_rng([k, 11]))[0] for k, still in enumerate(known)]
    from_shipped(net, path, torch.from_numpy(np.stack(views)).permute(0, 3, 1, 2).float() / 255)


def main():
    arg = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arg.add_argument("--stills", required=True, nargs="+")
    arg.add_argument("--holdout", required=True)
    arg.add_argument("--run", required=True)
    arg.add_argument("--init", help="start from the weights of this checkpoint, which may be of a net with the coarser view, or of this exported model")
    arg.add_argument("--steps", type=int, default=3000)
    arg.add_argument("--epoch-steps", type=int, default=100)
    arg.add_argument("--batch", type=int, default=16)
    arg.add_argument("--peak", type=float, default=2e-3)
    arg.add_argument("--threads", type=int, default=1)
    arg.add_argument("--minutes", type=float, default=1e9, help="stop after this long; the schedule shrinks to fit")
    z = arg.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(z.threads)
    torch.manual_seed(1)
    os.makedirs(z.run, exist_ok=True)
    last = os.path.join(z.run, "last.pt")
    net, step, spent = BoardNet(), 0, 0.0
    optimizer = torch.optim.AdamW(net.parameters(), lr=z.peak, weight_decay=0.02)
    if os.path.exists(last):
        state = torch.load(last)
        net.load_state_dict(state["net"])
        optimizer.load_state_dict(state["optimizer"])
        step, spent = state["step"], state.get("minutes", 0.0)
    elif z.init and z.init.endswith(".onnx"):
        begin_as_shipped(net, z.init, z.stills)
    elif z.init:
        start = torch.load(z.init)
        start = start.get("average") or start["net"]
        same = start["body.0.0.weight"].shape == net.state_dict()["body.0.0.weight"].shape
        net.load_state_dict(start) if same else from_coarser(net, start)
    average = copy.deepcopy(net)
    if os.path.exists(last) and "average" in state:
        average.load_state_dict(state["average"])
    counts = np.array(state["counts"]) if os.path.exists(last) else np.zeros(len(truth.CLASSES), int)
    stills, began = {}, time.time() - 60 * spent
    print("parameters", parameter_count(net), "from step", step, flush=True)
    progress = max(step / z.steps, spent / z.minutes)
    while progress < 1:
        for folder in z.stills:
            load_new(folder, stills.setdefault(folder, {}))
        views = Views([list(s.values()) for s in stills.values()], z.epoch_steps * z.batch, epoch=step)
        loader = torch.utils.data.DataLoader(views, batch_size=z.batch, num_workers=1, prefetch_factor=4)
        net.train()
        total, t0 = 0.0, time.time()
        for pictures, classes, covered in loader:
            progress = max(step / z.steps, (time.time() - began) / 60 / z.minutes)
            for group in optimizer.param_groups:
                group["lr"] = learning_rate(progress * z.steps, z.steps, z.peak) if step >= 100 else z.peak * (step + 1) / 100
            loss = loss_of(net, pictures, classes, covered)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            follow(average, net)
            total += float(loss)
            counts = counts + count_classes(classes, covered)
            step += 1
            if progress >= 1:
                break
        scores = judge(average, load_new(z.holdout, {}).values()) if step % (JUDGE_EVERY * z.epoch_steps) == 0 or progress >= 1 else {}
        row = dict(step=step, stills=[len(s) for s in stills.values()], loss=round(total / z.epoch_steps, 4), seconds=round(time.time() - t0, 1),
                   progress=round(progress, 3), **{k: v for k, v in scores.get("all", {}).items()})
        print(json.dumps(row), flush=True)
        with open(os.path.join(z.run, "log.jsonl"), "a") as f:
            f.write(json.dumps(row) + "\n")
        save(last, net=net.state_dict(), average=average.state_dict(), optimizer=optimizer.state_dict(), step=step, prior=training_prior(counts), counts=counts.tolist(),
             stills=sum(map(len, stills.values())), minutes=(time.time() - began) / 60)


if __name__ == "__main__":
    main()
