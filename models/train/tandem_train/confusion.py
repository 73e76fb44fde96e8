"""What the eyes mistake for what, and how sure they are of it: the noise of the oracle bench.

    python3 -m tandem_train.confusion --model ../weights/board.onnx --manifest ../weights/board.json \\
        --real ../../../shared/real --out ../../arbiter/oracle/noise/footage.toml
    python3 -m tandem_train.confusion --model ... --holdout DIR --out ../../arbiter/oracle/noise/renders.toml

The evidence is made as `vision` makes it (`vision/src/evidence.rs`, `vision/src/learning.rs`): the posterior divided by the
training prior; for photographs what the first one, a start position, teaches about the set; then the shares of misread looks
mixed in.  A board that stands still in a video is read four times, turned and mirrored (`vision/src/sight.rs`), and so is every picture here.

The file holds for each content how often it is taken for what (per 100,000 looks), and examples of the looks themselves: the
thirteen log-likelihoods in 1/256 nat, of right answers and of each wrong one.  Every rig weighs the same, however many
photographs it has.  Photographs are for measuring only; nothing is taught or chosen by them.
"""
import argparse
import json
import os

import cv2
import numpy as np

from . import evaluate, rectify, truth

MISREAD_SHARE, KIND_MISREAD_SHARE = 0.01, 0.4                              # as in vision/src/evidence.rs
LEAST_LOG, SCALE, CONSTANT, SHRINKAGE = -8.0, 0.25, 0.3, 0.01              # as in vision/src/learning.rs
STEPS, STEP, MOMENTUM = 300, 0.1, 0.9
VIDEO_VIEWS = ((0, False), (2, True), (1, False), (3, True))               # quarter turns and mirroring, as in vision/src/sight.rs
RIGHT_LOOKS, WRONG_LOOKS = 24, 6                                           # examples kept of each content, and of each mistake
RAREST = 5                                                                 # mistakes rarer than this in 100,000 are left out


def softmax(values):
    shares = np.exp(values - values.max(-1, keepdims=True))
    return shares / shares.sum(-1, keepdims=True)


class Judgement:
    """From logits [n, 13] to what `vision` makes of them."""

    def __init__(self, manifest):
        self.temperature = manifest["temperature"]
        self.log_prior = np.log(manifest["training_prior"])
        self.weights = None

    def general(self, logits):
        return logits / self.temperature - self.log_prior

    def judged(self, logits):
        general = self.general(logits)
        return general if self.weights is None else general + inputs(general) @ self.weights.T

    def learn(self, logits, classes):
        """Fits the correction to squares whose content is known; all thirteen classes must be among them."""
        general, counts = self.general(logits), np.bincount(classes, minlength=13)
        if (counts == 0).any():
            return
        x, share = inputs(general), (1.0 / (13 * counts[classes]))[:, None]
        weights, speed = np.zeros((13, 14)), np.zeros((13, 14))
        for _ in range(STEPS):
            excess = share * (softmax(general + x @ weights.T) - np.eye(13)[classes])
            speed = MOMENTUM * speed - STEP * (SHRINKAGE * weights + excess.T @ x)
            weights = weights + speed
        self.weights = weights


def inputs(general):
    logs = np.maximum(np.log(softmax(general)), LEAST_LOG)
    return np.concatenate([SCALE * logs, np.full((len(logs), 1), CONSTANT)], 1)


def likelihood(judged):
    """[n, 13] judgements -> log-likelihoods in 1/256 nat, the largest 0 or nearly."""
    share = np.exp(judged - judged.max(1, keepdims=True))
    for kinds in (slice(1, 7), slice(7, 13)):
        even = share[:, kinds].mean(1, keepdims=True)
        share[:, kinds] += KIND_MISREAD_SHARE * (even - share[:, kinds])
    share /= share.max(1, keepdims=True)
    return np.rint(np.log(share * (1 - MISREAD_SHARE) + MISREAD_SHARE) * 256).astype(int)


def symmetries(view):
    """The picture in four quarter turns, then mirrored in four; and how to bring [8][8] classes along."""
    changes = [(lambda x, k=k, m=m: np.ascontiguousarray(np.rot90(x[:, ::-1] if m else x, k))) for m in (False, True) for k in range(4)]
    return [(change(view), change) for change in changes]


def read_as_video(model, judgement, view):
    """[64, 13] judgement of a board that stands still: the mean over the symmetries it is read in."""
    changed = [np.rot90(view, turns)[:, ::-1] if mirrored else np.rot90(view, turns) for turns, mirrored in VIDEO_VIEWS]
    logits, _ = model([np.ascontiguousarray(picture) for picture in changed])
    back = []
    for rows, (turns, mirrored) in zip(logits.transpose(0, 2, 3, 1), VIDEO_VIEWS):
        rows = np.rot90(rows[:, ::-1] if mirrored else rows, -turns)
        back.append(judgement.judged(rows.reshape(-1, rows.shape[-1])))
    return np.mean(back, 0)


def flat(logits):
    """[n, 13, 8, 8] -> [n * 64, 13]."""
    return logits.transpose(0, 2, 3, 1).reshape(-1, 13)


class Tally:
    """Looks by truth and answer, of one rig."""

    def __init__(self):
        self.classes, self.looks = [], []
        self.wrong, self.still_wrong = 0, 0
        self.before = None

    def add(self, classes, looks, follows=False):
        """[64] classes and [64, 13] looks at one board; `follows` when the one before was of the same game."""
        self.classes.append(classes)
        self.looks.append(looks)
        if follows and self.before is not None:
            old_classes, old_looks = self.before
            old, new = old_looks.argmax(1), looks.argmax(1)
            wrong = (old_classes == classes) & (old != classes)
            self.wrong += int(wrong.sum())
            self.still_wrong += int((wrong & (new == old)).sum())
        self.before = classes, looks


def photographs(model, manifest, root):
    """A tally of each rig of `root`."""
    rigs = {}
    for folder, _, files in sorted(os.walk(root)):
        if "game.json" not in files:
            continue
        tally = rigs.setdefault(os.path.relpath(folder, root).split(os.sep)[0], Tally())
        judgement, turn, first = Judgement(manifest), None, True
        for _, image, corners, classes in evaluate.real_frames(folder):
            if corners is None:
                h, w = image.shape[:2]
                corners = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
                turn = evaluate.best_turn(model, image, corners, classes) if turn is None else turn
                corners = np.roll(corners, -turn, 0)
            view = rectify.rectify(image, corners)
            if first:
                views = symmetries(view)
                judgement.learn(flat(model([v for v, _ in views])[0]), np.concatenate([change(classes).ravel() for _, change in views]))
            tally.add(classes.ravel(), likelihood(read_as_video(model, judgement, view)), follows=not first)
            first = False
    return rigs


def renders(model, manifest, folder):
    """A tally of the held-out stills in `folder`, by what was held out, through harsh random cameras, the set unknown."""
    from .dataset import Still
    stills = [Still(p) for p in truth.stills_in(folder) if truth.load_truth(p + ".json")]
    rigs, judgement = {}, Judgement(manifest)
    for still, logits, _, classes, covered in evaluate.answers(model, stills):
        tally = rigs.setdefault(str(still.truth.get("hold")), Tally())
        for board in range(len(logits)):
            seen = covered[board].ravel() < 0.5
            looks = likelihood(judgement.judged(flat(logits[board:board + 1])))
            tally.classes.append(classes[board].ravel()[seen])
            tally.looks.append(looks[seen])
    return rigs


def summary(rigs, generator):
    """The tables of the file: for each class its answers per 100,000 and examples of looks."""
    classes = np.concatenate([np.concatenate(t.classes) for t in rigs.values()])
    looks = np.concatenate([np.concatenate(t.looks) for t in rigs.values()])
    weight = np.concatenate([np.full(sum(map(len, t.classes)), 1.0 / sum(map(len, t.classes))) for t in rigs.values()])
    answers = looks.argmax(1)
    tables = []
    for content in range(13):
        here = classes == content
        table = {"content": content, "answers": {}, "looks": {}}
        for answer in range(13):
            of = here & (answers == answer)
            share = weight[of].sum() / weight[here].sum()
            if round(share * 100000) < RAREST:
                continue
            table["answers"][answer] = round(share * 100000)
            most = RIGHT_LOOKS if answer == content else WRONG_LOOKS
            chosen = generator.choice(np.flatnonzero(of), size=min(most, int(of.sum())), replace=False, p=weight[of] / weight[of].sum())
            table["looks"][answer] = looks[np.sort(chosen)]
        tables.append(table)
    return tables


def written(tables, rigs, flicker, source):
    """The file as TOML."""
    name = lambda c: "-" if c == 0 else truth.CLASSES[c]
    boards = sum(len(t.classes) for t in rigs.values())
    lines = ["# Made by models/train/tandem_train/confusion.py; see docs/ref/oracle.md.",
             "# Contents are FEN's letters, - an empty square; looks are log-likelihoods in 1/256 nat of - P N B R Q K p n b r q k.",
             'source = "%s"' % source, "boards = %d" % boards, "rigs = %s" % json.dumps(sorted(rigs)),
             "# of looks at a piece that was misread, how many in 1,000 read otherwise at the next look though it stood still",
             "flicker = %d" % flicker]
    for table in tables:
        lines += ["", "[[class]]", 'content = "%s"' % name(table["content"]), "# per 100,000 looks",
                  "answers = { %s }" % ", ".join('"%s" = %d' % (name(a), n) for a, n in table["answers"].items())]
        for answer, looks in table["looks"].items():
            lines += ["[[class.looks]]", 'answer = "%s"' % name(answer), "examples = ["]
            lines += ["    [%s]," % ", ".join(map(str, look)) for look in looks]
            lines += ["]"]
    return "\n".join(lines) + "\n"


def main():
    arg = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arg.add_argument("--model", required=True)
    arg.add_argument("--manifest", required=True)
    arg.add_argument("--real")
    arg.add_argument("--holdout")
    arg.add_argument("--out", required=True)
    z = arg.parse_args()
    if bool(z.real) == bool(z.holdout):
        arg.error("name either --real or --holdout")
    cv2.setNumThreads(1)
    with open(z.manifest) as file:
        manifest = json.load(file)
    model = evaluate.load_model(z.model)
    rigs = photographs(model, manifest, z.real) if z.real else renders(model, manifest, z.holdout)
    wrong, still = sum(t.wrong for t in rigs.values()), sum(t.still_wrong for t in rigs.values())
    flicker = round(1000 * (1 - still / wrong)) if wrong else 0
    source = "photographs of %d rigs, the set learnt from each game's first" % len(rigs) if z.real else "held-out renders through harsh cameras, the set unknown"
    tables = summary(rigs, np.random.default_rng(7))
    with open(z.out, "w") as file:
        file.write(written(tables, rigs, flicker, source + "; board.onnx " + manifest["version"]))
    for name, tally in sorted(rigs.items()):
        classes, answers = np.concatenate(tally.classes), np.concatenate(tally.looks).argmax(1)
        print("%-16s %s" % (name, evaluate.score(answers, classes, np.ones(len(classes), bool))))
    print("misread and read otherwise at the next look: %d in 1,000" % flicker)


if __name__ == "__main__":
    main()
