"""Render training stills.

    python -m tandem_train.stills --out DIR [--holdout DIR] [--count 1000] [--first 0] [--worker 0 --workers 1]

Each still is NUMBER.npy (linear light, float16), NUMBER.id.png (object numbers) and NUMBER.json (truth, written last).
Stills that exist are skipped, so a run can be stopped and started again, and several workers can share a folder.  With
--holdout, every sixth still is followed by one of 80 test stills with the held-out looks.
"""
import argparse
import json
import os
import subprocess
import sys
import time

import numpy as np

from .specs import random_spec

TEST_STILLS = 80
FIRST_TEST_SEED = 900000
RESTART_AFTER = 40      # Blender keeps memory of past scenes


def jobs(first, count, out, holdout):
    """(seed, what is held out, folder), test stills early and in between."""
    tests = 0
    for i in range(count):
        yield first + i, None, out
        if holdout and i % 6 == 2 and tests < TEST_STILLS:
            yield FIRST_TEST_SEED + tests, ["set", "board", "light", "all"][tests % 4], holdout
            tests += 1


def render_still(seed, held_out, folder, size, samples):
    """Render one still into a folder; returns the seconds it took."""
    import cv2
    from .scene import COARSE, Scene
    from .scene_truth import truth_of
    began = time.time()
    spec = random_spec(seed, held_out, size, samples)
    scene = Scene(spec, COARSE)
    linear, ids = scene.studio.render()
    truth = truth_of(scene, ids)
    camera = {k: spec["camera"][k] for k in ("height_m", "offset", "margin", "aim", "roll")}
    truth.update(hold=held_out, params=spec["looks"], stickers=spec["stickers"], hands_spec=spec["hands"], camera_spec=camera,
                 seconds=round(time.time() - began, 2))
    path = os.path.join(folder, "%06d" % seed)
    np.save(path + ".part.npy", np.minimum(linear, 60000).astype(np.float16))
    cv2.imwrite(path + ".id.png", ids.astype(np.uint16))
    os.replace(path + ".part.npy", path + ".npy")
    with open(path + ".part", "w") as f:
        json.dump(truth, f)
    os.replace(path + ".part", path + ".json")
    scene.studio.close()
    return truth["seconds"]


def main():
    arg = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arg.add_argument("--out", required=True)
    arg.add_argument("--holdout")
    arg.add_argument("--count", type=int, default=1000)
    arg.add_argument("--first", type=int, default=0)
    arg.add_argument("--worker", type=int, default=0)
    arg.add_argument("--workers", type=int, default=1)
    arg.add_argument("--size", type=int, default=400)
    arg.add_argument("--samples", type=int, default=6)
    arg.add_argument("--until-restart", action="store_true", help=argparse.SUPPRESS)
    z = arg.parse_args()
    for folder in filter(None, (z.out, z.holdout)):
        os.makedirs(folder, exist_ok=True)
    todo = list(jobs(z.first, z.count, z.out, z.holdout))[z.worker::z.workers]
    todo = [job for job in todo if not os.path.exists(os.path.join(job[2], "%06d.json" % job[0]))]
    if not z.until_restart:
        while todo:                                         # a fresh process every RESTART_AFTER stills
            subprocess.run([sys.executable, "-m", "tandem_train.stills", *sys.argv[1:], "--until-restart"], check=True)
            left = [job for job in todo if not os.path.exists(os.path.join(job[2], "%06d.json" % job[0]))]
            if len(left) == len(todo):
                raise SystemExit("no progress at seed %d" % left[0][0])
            todo = left
        return
    for seed, held_out, folder in todo[:RESTART_AFTER]:
        print(seed, held_out or "", render_still(seed, held_out, folder, z.size, z.samples), flush=True)


if __name__ == "__main__":
    main()
