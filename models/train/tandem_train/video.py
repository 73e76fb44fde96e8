"""Render a clip frame by frame; what is done is not done again.

    python -m tandem_train.video SCENE.json PREFIX [--worker 0 --workers 2]     -> PREFIX.mp4 and PREFIX.jsonl (the truth, one line a frame)

Finished frames lie in PREFIX.frames (a picture and its truth each) until the clip is whole; any number of workers share them.
scene["video"]: fps, duration, crf, preset, shutter_s (motion blur), flicker, events (motion.py).
scene["render"]["fast"] uses raster.py's simpler light.
"""
import argparse
import hashlib
import json
import math
import os
import shutil
import subprocess

import cv2
import numpy as np

from . import raster
from .film import Film
from .motion import acts_of
from .progress import Progress
from .scene import COARSE, FINE, Scene
from .scene_truth import truth_of
from .sensor import Sensor
from .timeline import Timeline

TURN = 45            # frames a worker renders before it leaves the next ones to another


class Store:
    """The finished frames of one scene in a folder.  A frame is finished when its truth is there."""

    def __init__(self, folder, spec):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        mark = hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()
        path = os.path.join(folder, "scene.sha256")
        if os.path.exists(path):
            with open(path) as file:
                if file.read() != mark:
                    raise SystemExit("%s holds frames of another scene; remove it, or give another name" % folder)
        self._write("scene.sha256", mark.encode())

    def picture(self, f):
        return os.path.join(self.folder, "%06d.png" % f)

    def has(self, f):
        return os.path.exists(os.path.join(self.folder, "%06d.json" % f))

    def add(self, f, picture, truth):
        self._write("%06d.png" % f, cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes())
        self._write("%06d.json" % f, json.dumps(truth).encode())

    def truth(self, f):
        with open(os.path.join(self.folder, "%06d.json" % f)) as file:
            return json.load(file)

    def count(self, frames):
        """How many of the first so many frames are finished."""
        names = set(os.listdir(self.folder))
        return sum("%06d.json" % f in names for f in range(frames))

    def contiguous(self, frames):
        """How many frames are finished from the first one on without a gap."""
        return next((f for f in range(frames) if not self.has(f)), frames)

    def meter(self, sensor, film):
        """Set exposure and white balance by the clip's first frame, measured once for all workers."""
        path = os.path.join(self.folder, "meter.json")
        if not os.path.exists(path):
            sensor.meter(film.frame(0)[0])
            self._write("meter.json", json.dumps(dict(gain=float(sensor.gain), balance=[float(b) for b in sensor.balance])).encode())
        with open(path) as file:
            kept = json.load(file)
        sensor.gain, sensor.balance = kept["gain"], np.array(kept["balance"])

    def _write(self, name, content):
        path = os.path.join(self.folder, name)
        with open("%s.%d" % (path, os.getpid()), "wb") as file:
            file.write(content)
        os.replace(file.name, path)


def frames_of(spec):
    return int(round(spec["video"]["duration"] * spec["video"].get("fps", 8)))


def film_of(spec):
    """The film, and the states of all its frames."""
    settings, fast = spec["video"], spec.get("render", {}).get("fast")
    fps, detail = settings.get("fps", 8), COARSE if spec.get("render", {}).get("detail") == "coarse" else FINE
    scene = Scene(spec, detail, raster.Studio() if fast else None)
    acts = acts_of(scene, settings.get("events", []), np.random.default_rng([scene.seed, 50]))
    shutter = min(1., settings.get("shutter_s", .02) * fps)
    scene.studio.use_motion_blur(settings.get("motion_blur", True), shutter, fps)
    states = Timeline(scene, acts, frames_of(spec), fps, shutter / 2).states
    return Film(scene, states, shutter / 2), states


def render_frames(spec, store, worker=0, workers=1, until=None, out=None):
    """Render what is missing of this worker's share of the first `until` frames (default: all)."""
    until = min(until or frames_of(spec), frames_of(spec))
    mine = [f for f in range(until) if f // TURN % workers == worker and not store.has(f)]
    if not mine:
        return
    film, states = film_of(spec)
    sensor = Sensor(spec.get("sensor", {}), film.scene.seed)
    store.meter(sensor, film)
    bar = Progress(until, os.path.basename(os.path.abspath(store.folder)), out)
    flicker = spec["video"].get("flicker", 1)
    for f in mine:
        if store.has(f):                                     # another process was faster
            continue
        linear, ids = film.frame(f)
        sensor.at_frame(f)
        picture = sensor(linear * np.float32(1 + .01 * math.sin(f * 2.1) * flicker), jpeg=False)
        truth = dict(truth_of(film.scene, ids), frame=f, t=round(states[f]["t"], 4))
        if f:
            del truth["style"], truth["camera"]
        store.add(f, picture, truth)
        bar(store.count(until))


def encode(store, frames, path, spec):
    """The first so many frames as a film."""
    settings = spec["video"]
    done = subprocess.run(
        ["ffmpeg", "-y", "-loglevel", "error", "-framerate", str(settings.get("fps", 8)), "-i", os.path.join(store.folder, "%06d.png"), "-frames:v", str(frames),
         "-c:v", "libx264", "-preset", settings.get("preset", "veryfast"), "-crf", str(settings.get("crf", 26)), "-pix_fmt", "yuv420p", path])
    if done.returncode:
        raise SystemExit("ffmpeg failed on " + path)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene")
    parser.add_argument("prefix")
    parser.add_argument("--worker", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args(argv)
    with open(args.scene) as file:
        spec = json.load(file)
    store, frames = Store(args.prefix + ".frames", spec), frames_of(spec)
    render_frames(spec, store, args.worker, args.workers)
    if store.contiguous(frames) == frames:
        encode(store, frames, args.prefix + ".mp4", spec)
        with open(args.prefix + ".jsonl", "w") as file:
            file.writelines(json.dumps(store.truth(f)) + "\n" for f in range(frames))
        shutil.rmtree(store.folder)


if __name__ == "__main__":
    main()
