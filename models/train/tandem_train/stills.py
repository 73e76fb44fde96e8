"""Render training stills.

    python -m tandem_train.stills --out DIR [--holdout DIR] [--count 1000] [--first 0] [--worker 0 --workers 1] [--fast]

Each still is NUMBER.npy (linear light, float16), NUMBER.id.png (object numbers) and NUMBER.json (truth, written last).
Stills that exist are skipped, so a run can be stopped and started again, and several workers can share a folder.  With
--holdout, 80 test stills with the held-out looks come first.  With --fast the light is simpler
(raster.py) and GROUP stills share a set, a board and a table: some twenty times as many in the same time.
"""
import argparse
import json
import os
import subprocess
import sys
import time

import numpy as np

from .specs import random_spec, shared_looks, with_reserves

TEST_STILLS = 80
FIRST_TEST_SEED = 900000
RESTART_AFTER = 40      # Blender keeps memory of past scenes
GROUP = 8               # fast stills with the same meshes and textures


def jobs(first, count, out, holdout):
    """(seed, what is held out, folder); the test stills first, since every training is judged by them."""
    for i in range(TEST_STILLS if holdout else 0):
        yield FIRST_TEST_SEED + i, ["set", "board", "light", "all"][i % 4], holdout
    for i in range(count):
        yield first + i, None, out


def cycles_scene(seed, held_out, size, samples):
    from .scene import COARSE, Scene
    return Scene(random_spec(seed, held_out, size, samples), COARSE)


class FastScenes:
    """Scenes for raster.py; those of a group share meshes."""

    def __init__(self, reserves):
        self.group, self.meshes, self.reserves = None, {}, reserves

    def __call__(self, seed, held_out, size, samples):
        from .raster import Studio
        from .scene import COARSEST, Scene
        group = seed // GROUP
        if group != self.group:
            self.group, self.meshes = group, {}
        spec = shared_looks(random_spec(seed, held_out, size, samples), random_spec(group * GROUP, held_out, size, samples))
        return Scene(with_reserves(spec) if self.reserves else spec, COARSEST, Studio(), self.meshes)


def render_still(make_scene, seed, held_out, folder, size, samples):
    """Render one still into a folder; returns the seconds it took."""
    import cv2
    from .scene_truth import truth_of
    began = time.time()
    scene = make_scene(seed, held_out, size, samples)
    spec = scene.spec
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
    arg.add_argument("--fast", action="store_true")
    arg.add_argument("--reserves", action="store_true", help="with --fast: both reserves in the picture")
    arg.add_argument("--until-restart", action="store_true", help=argparse.SUPPRESS)
    z = arg.parse_args()
    for folder in filter(None, (z.out, z.holdout)):
        os.makedirs(folder, exist_ok=True)
    todo = list(jobs(z.first, z.count, z.out, z.holdout))
    todo = [job for k, job in enumerate(todo) if (k // GROUP if z.fast else k) % z.workers == z.worker]
    todo = [job for job in todo if not os.path.exists(os.path.join(job[2], "%06d.json" % job[0]))]
    if not z.until_restart:
        while todo:                                         # a fresh process every RESTART_AFTER stills
            subprocess.run([sys.executable, "-m", "tandem_train.stills", *sys.argv[1:], "--until-restart"], check=True)
            left = [job for job in todo if not os.path.exists(os.path.join(job[2], "%06d.json" % job[0]))]
            if len(left) == len(todo):
                raise SystemExit("no progress at seed %d" % left[0][0])
            todo = left
        return
    make_scene = FastScenes(z.reserves) if z.fast else cycles_scene
    for seed, held_out, folder in todo[:RESTART_AFTER * (GROUP if z.fast else 1)]:
        print(seed, held_out or "", render_still(make_scene, seed, held_out, folder, z.size, z.samples), flush=True)


if __name__ == "__main__":
    main()
