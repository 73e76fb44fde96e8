"""Recordings of whole tables: a script of what hands do (script.py) is rendered and written as the folder `tandem replay` reads.

    python -m tandem_train.reel check  SCRIPT                     checks the rules and the hands' times, says what is in it
    python -m tandem_train.reel render SCRIPT OUT [--worker 0 --workers 2] [--first SECONDS] [--keep]

OUT gets table.toml, table.mp4, clock.jsonl, declarations.jsonl, truth.json, frames.jsonl.  Frames that are done lie in OUT/.frames
until all are (with --keep longer): a rendering that was broken off goes on where it was, several workers share the frames, and
--first writes the recording of the first seconds once these are rendered.
"""
import argparse
import collections
import json
import os
import shutil

from . import script as scripts
from .course import COLOUR, Course

COVERED, HIDDEN = .25, .4        # share of a square under a hand; share of a piece's outline that must be seen
LAST_FRAMES_S = 1.6              # after the last action


def scene_of(script, course):
    """The whole scene, events included."""
    scene = json.loads(json.dumps(script.scene))
    video = scene.setdefault("video", {})
    video.setdefault("duration", round(max(a.time for a in script.actions) + LAST_FRAMES_S, 2))
    video["events"] = sorted(course.events, key=lambda e: e["t"])
    return scene


def seat_of(board, colour):
    return board + colour[0]


def presses_and_hand_overs(frames):
    """What the frames' truth says happened: rows of the clock's log, and pieces that came to a reserve."""
    presses, arrived = [], []
    for before, now in zip(frames, frames[1:]):
        ms = round(now["t"] * 1000)
        for old, board in zip(before["boards"], now["boards"]):
            if board["clock"]["active"] != old["clock"]["active"]:
                presses.append(dict(t_ms=ms, board=board["id"], press=old["clock"]["active"],
                                    white_ms=round(board["clock"]["white"] * 1000), black_ms=round(board["clock"]["black"] * 1000)))
            for colour in ("white", "black"):
                more = collections.Counter(board["reserves"][colour]["text"]) - collections.Counter(old["reserves"][colour]["text"])
                arrived += [dict(event="handed_over", seat=seat_of(board["id"], colour), piece=p.upper(), about_ms=ms) for p in more.elements()]
    return presses, arrived


def frame_row(truth):
    """One line of frames.jsonl."""
    boards = {}
    for board in truth["boards"]:
        covered = [name for name, s in board["squares"].items() if s["hand_frac"] > COVERED or ("piece" in s and s["vis_px"] < HIDDEN * s["hull_px"])]
        reserves = {colour: [[p["piece"], [round(v) for v in p["base_px"]]] for p in held["pieces"]] for colour, held in board["reserves"].items()}
        boards[board["id"]] = dict(placement=board["placement"], physical=board["placement_physical"], settled=not board["in_hand"] and board["hand_over"] < .0003,
                                   covered=sorted(covered), reserves=reserves)
    return dict(t_ms=round(truth["t"] * 1000), hands=[h["bbox_px"] for h in truth["hands"]], boards=boards)


def write(script, course, frames, out, log=print):
    """Everything but the film; `frames`: the truth of each."""
    presses, arrived = presses_and_hand_overs(frames)
    end_ms = round(frames[-1]["t"] * 1000)
    queue, told = {b: list(turns) for b, turns in course.turns.items()}, []
    for press in presses:
        turn = queue[press["board"]].pop(0)
        if COLOUR[turn["seat"][1]] != press["press"]:
            raise SystemExit("press without its turn: %r" % press)
        how = dict(san=turn["san"], legal=True) if turn["legal"] else dict(legal=False, why=turn["why"])
        told.append(dict(event="turn", board=press["board"], seat=turn["seat"], uci=turn["uci"], **how, pressed_ms=press["t_ms"]))
    late = [t for turns in queue.values() for t in turns if (t["action"].t or 0) * 1000 < end_ms - 200]
    if late and script.actions[-1].t is not None:
        raise SystemExit("turns that were never pressed: %r" % [t["uci"] for t in late])
    others = sorted([o for o in course.others if o["about_ms"] <= end_ms] + arrived, key=lambda o: o["about_ms"])
    corners = {b["id"]: dict(zip(("a1", "a8", "h8", "h1"), b["corners_px"])) for b in frames[0]["boards"]}
    placements = {b["id"]: b["placement"] for b in frames[-1]["boards"]}
    truth = dict(profile=script.profile, fps=script.scene["video"]["fps"], corners=corners, turns=told, others=others,
                 alerts=[a for a in course.alerts if a["about_ms"] <= end_ms], placement=placements)
    if not any(queue.values()):
        for name, board in course.boards.items():
            if placements[name].replace("~", "") != board.placement():
                raise SystemExit("board %s ends as %s, the moves say %s" % (name, placements[name], board.placement()))
    lines = lambda rows: "".join(json.dumps(row) + "\n" for row in rows)
    files = {"table.toml": 'profile = "%s"\n\n[[camera]]\nsource = "table.mp4"\nboards = ["A", "B"]\n\n[inputs]\nclock = "clock.jsonl"\n'
                           'declarations = "declarations.jsonl"\n' % script.profile,
             "clock.jsonl": lines(presses), "declarations.jsonl": lines(d for d in course.declarations if d["t_ms"] <= end_ms),
             "frames.jsonl": lines(frame_row(f) for f in frames), "truth.json": json.dumps(truth, indent=1)}
    for name, content in files.items():
        with open(os.path.join(out, name), "w") as f:
            f.write(content)
    log("%s: %.1f s, %d turns (%d illegal), %d other events" % (out, end_ms / 1000, len(told), sum(not t["legal"] for t in told), len(others)))


def check(path, log=print):
    script = scripts.read(path)
    course = Course(script)
    turns = [t for board in course.turns.values() for t in board]
    drops, takes = sum("@" in t["uci"] for t in turns), sum(bool(t["captured"]) for t in turns)
    log("%s: %d turns, %d drops, %d captures, %d not legal; %d other events, %d alerts; %.1f s" % (
        path, len(turns), drops, takes, sum(not t["legal"] for t in turns), len(course.others), len(course.alerts), scene_of(script, course)["video"]["duration"]))
    return script, course


def check_hands(script, course):
    """Nobody takes what is not there yet, no hand is wanted in two places; as the renderer plans it."""
    import numpy as np
    from . import raster
    from .motion import acts_of
    from .scene import COARSEST, Scene
    scene = Scene(scene_of(script, course), COARSEST, raster.Studio())
    acts_of(scene, scene.spec["video"]["events"], np.random.default_rng([scene.seed, 50]), with_hands=False)


def render(path, out, worker=0, workers=1, first=None, keep=False):
    from . import video                                      # needs the renderer's libraries
    script, course = check(path)
    scene = scene_of(script, course)
    frames, fps = video.frames_of(scene), scene["video"]["fps"]
    until = min(frames, int(round(first * fps))) if first else frames
    store = video.Store(os.path.join(out, ".frames"), scene)
    video.render_frames(scene, store, worker, workers, until)
    if store.contiguous(until) < until:
        print("%s: %d frames are still to come from other workers" % (out, until - store.count(until)))
        return
    video.encode(store, until, os.path.join(out, "table.mp4"), scene)
    write(script, course, [store.truth(f) for f in range(until)], out)
    if until == frames and not keep:
        shutil.rmtree(store.folder)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check").add_argument("script")
    one = commands.add_parser("render")
    one.add_argument("script")
    one.add_argument("out")
    one.add_argument("--worker", type=int, default=0)
    one.add_argument("--workers", type=int, default=1)
    one.add_argument("--first", type=float)
    one.add_argument("--keep", action="store_true")
    args = parser.parse_args(argv)
    if args.command == "check":
        check_hands(*check(args.script))
    else:
        render(args.script, args.out, args.worker, args.workers, args.first, args.keep)


if __name__ == "__main__":
    main()
