"""How right the net is, square by square.

    python3 -m tandem_train.evaluate --model RUN/last.pt|board.onnx --holdout DIR        rendered, by what was held out
    python3 -m tandem_train.evaluate --model ... --real ../../shared/real [--pictures OUT]    photographs, folder by folder

Photographs are for evaluation only: nothing is chosen, stopped or tuned by them.  Scores: `kind` (all 13 classes),
`colour` (empty, white, black), over all squares and over the occupied ones (`_occ`); covered squares do not count.
Averages are over folders, never over pictures.  No knowledge of the start position enters.
"""
import argparse
import json
import os

import cv2
import numpy as np
import torch

from . import rectify, truth


def colour_of(classes):
    """0 empty, 1 white, 2 black."""
    classes = np.asarray(classes)
    return np.where(classes == 0, 0, np.where(classes < 7, 1, 2))


def score(predicted, classes, seen):
    """Shares of squares right; arrays of one shape."""
    predicted, classes = predicted[seen], classes[seen]
    occupied = classes > 0
    share = lambda hits: round(float(hits.mean()), 5) if hits.size else None
    kind, colour = predicted == classes, colour_of(predicted) == colour_of(classes)
    return dict(kind=share(kind), colour=share(colour), kind_occ=share(kind[occupied]), colour_occ=share(colour[occupied]),
                squares=int(classes.size))


class TorchNet:
    """A checkpoint's net as a function of 8-bit views."""

    def __init__(self, net):
        self.net = net

    def __call__(self, pictures):
        self.net.eval()
        with torch.no_grad():
            x = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float() / 255
            classes, covered = self.net(x)
        return classes.numpy(), covered.numpy()


class OnnxNet:
    """The exported model, through ONNX Runtime or, without it, OpenCV's reader."""

    def __init__(self, path):
        try:
            import onnxruntime
            session = onnxruntime.InferenceSession(path)
            self.run = lambda x: session.run(["classes", "covered"], {"view": x})
        except ImportError:
            reader = cv2.dnn.readNetFromONNX(path)

            def run(x):
                reader.setInput(x)
                return reader.forward(["classes", "covered"])
            self.run = run

    def __call__(self, pictures):
        x = np.stack(pictures).transpose(0, 3, 1, 2).astype(np.float32) / 255
        outputs = [self.run(np.ascontiguousarray(x[k:k + 1])) for k in range(len(x))]
        return np.concatenate([o[0] for o in outputs]), np.concatenate([o[1] for o in outputs])


def load_model(path):
    if path.endswith(".onnx"):
        return OnnxNet(path)
    from .net import BoardNet
    net = BoardNet()
    state = torch.load(path)
    net.load_state_dict(state.get("average") or state["net"])
    return TorchNet(net)


def answers(model, stills):
    """Logits, truth and visibility of held-out stills: four quarter turns each, a fresh but repeatable camera."""
    for n, still in enumerate(stills):
        views = [still.view(turn, np.random.default_rng([n, turn, 5])) for turn in range(4)]
        logits, hidden = model([v[0] for v in views])
        yield still, logits, hidden[:, 0], np.stack([v[1] for v in views]), np.stack([v[2] for v in views])


def judge(net, stills):
    """Scores by what was held out from training, and over all."""
    model = net if callable(net) and not isinstance(net, torch.nn.Module) else TorchNet(net)
    groups = {}
    hidden_right = []
    for still, logits, hidden, classes, covered in answers(model, stills):
        predicted, seen = logits.argmax(1), covered < 0.5
        hidden_right.append(((hidden > 0) == (covered > 0.5)).mean())
        for name in ("all", still.truth.get("hold")):
            groups.setdefault(name, []).append((predicted, classes, seen))
    out = {}
    for name, parts in groups.items():
        out[name] = score(*(np.concatenate([p[k].ravel() for p in parts]) for k in range(3)))
    if hidden_right:
        out["all"]["covered"] = round(float(np.mean(hidden_right)), 5)
    return out


def placement_rows(placement):
    """FEN placement -> [8][8] classes, row 0 = rank 8, column 0 = file a."""
    rows = []
    for row in placement.split()[0].replace("~", "").split("/"):
        rows.append([c for ch in row for c in ([0] * int(ch) if ch.isdigit() else [truth.CLASS_OF[ch]])])
    return np.array(rows)


def real_frames(folder):
    """(name, picture, corners a8 h8 h1 a1 or None, classes) of one `game.json`."""
    game = json.load(open(os.path.join(folder, "game.json")))
    for frame in game["frames"]:
        names = frame["frame"] if isinstance(frame.get("frame"), list) else [frame.get("frame")]
        for name in names:
            image = cv2.imread(os.path.join(folder, name)) if name else None
            if image is None or not frame.get("placement"):
                continue
            corners = frame.get("corners") or game.get("corners")
            quad = np.float32([corners[k] for k in ("a8", "h8", "h1", "a1")]) if corners else None
            yield name, image[..., ::-1], quad, placement_rows(frame["placement"])


def best_turn(model, image, corners, classes):
    """How the corners are to be rolled for the answer to agree best with the truth in colour."""
    views = [rectify.rectify(image, np.roll(corners, -k, 0)) for k in range(4)]
    hits = (colour_of(model(views)[0].argmax(1)) == colour_of(classes)).sum((1, 2))
    return int(hits.argmax())


def judge_real(model, root, pictures=None):
    """Scores by folder of photographs."""
    out = {}
    for folder, _, files in sorted(os.walk(root)):
        if "game.json" not in files:
            continue
        name = os.path.relpath(folder, root)
        parts, worst, turn = [], [], None
        for frame, image, corners, classes in real_frames(folder):
            if corners is None:                    # cropped to the board; which side is White's is told by the first photo
                h, w = image.shape[:2]
                corners = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
                if turn is None:
                    turn = best_turn(model, image, corners, classes)
                corners = np.roll(corners, -turn, 0)
            view = rectify.rectify(image, corners)
            logits, hidden = model([view])
            predicted = logits[0].argmax(0)
            parts.append((predicted, classes, np.ones((8, 8), bool)))
            worst.append(((colour_of(predicted) != colour_of(classes)).sum() + (predicted != classes).sum() / 100, frame, view, predicted, classes))
        if not parts:
            continue
        out[name] = score(*(np.stack([p[k] for p in parts]) for k in range(3)))
        out[name]["boards_exact"] = round(float(np.mean([(p[0] == p[1]).all() for p in parts])), 4)
        out[name]["boards_colour_exact"] = round(float(np.mean([(colour_of(p[0]) == colour_of(p[1])).all() for p in parts])), 4)
        if pictures:
            draw_failures(sorted(worst, key=lambda w: -w[0])[:4], os.path.join(pictures, name.replace("/", "_") + ".png"))
    return out


def draw_failures(worst, path):
    """The worst views side by side: right classes are not written, wrong ones are (truth over answer)."""
    tiles = []
    for _, _, view, predicted, classes in worst:
        tile = cv2.resize(view, (640, 640))
        for r, c in zip(*np.nonzero(predicted != classes)):
            colour = (255, 0, 0) if colour_of(predicted[r, c]) != colour_of(classes[r, c]) else (255, 160, 0)
            text = "%s>%s" % (truth.CLASSES[classes[r, c]].replace("empty", "."), truth.CLASSES[predicted[r, c]].replace("empty", "."))
            cv2.putText(tile, text, (64 * c + 68, 64 * r + 120), cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2)
        tiles.append(tile)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    cv2.imwrite(path, np.hstack(tiles)[..., ::-1])


def main():
    arg = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arg.add_argument("--model", required=True)
    arg.add_argument("--holdout")
    arg.add_argument("--real")
    arg.add_argument("--pictures")
    z = arg.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    model = load_model(z.model)
    tables = []
    if z.holdout:
        from .dataset import Still
        stills = [Still(p) for p in truth.stills_in(z.holdout) if truth.load_truth(p + ".json")]
        tables.append(judge(model, stills))
    if z.real:
        scores = judge_real(model, z.real, z.pictures)
        keys = [k for k in next(iter(scores.values())) if k != "squares"]
        scores["mean over folders"] = {k: round(float(np.mean([s[k] for s in scores.values()])), 5) for k in keys}
        tables.append(scores)
    for table in tables:
        columns = ["kind", "colour", "kind_occ", "colour_occ", "boards_exact", "boards_colour_exact", "covered", "squares"]
        columns = [c for c in columns if any(c in row for row in table.values())]
        print("%-24s" % "" + "".join("%20s" % c for c in columns))
        for name, row in table.items():
            print("%-24s" % name + "".join("%20s" % row.get(c, "") for c in columns))


if __name__ == "__main__":
    main()
