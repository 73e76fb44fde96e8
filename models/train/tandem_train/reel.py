"""Recordings of whole tables: a script of moves becomes a scene for the video renderer, and the renderer's truth
becomes the files of a recording.

    python -m tandem_train.reel scene  SCRIPT.json SCENE.json     moves -> hands, in time
    python -m tandem_train.reel finish SCRIPT.json PREFIX OUT     PREFIX.mp4, PREFIX.jsonl -> OUT/table.mp4, table.toml, ...

A script holds `scene` (everything of the scene but the events), `profile` and `turns`: a list of
{"board", "uci", "t"} in the order in which hands start to move.  Every turn is checked against the rules; a capture
is carried off by the mover and handed over to the partner's reserve after `handover_s`.
"""
import json
import os
import shutil
import sys

from .rules import Board

PARTNER = {("A", True): ("B", False), ("A", False): ("B", True), ("B", True): ("A", False), ("B", False): ("A", True)}
COLOUR = {True: "white", False: "black"}


def seat(board, white):
    return board + ("w" if white else "b")


def checked_turns(script):
    """Every turn with seat, SAN and what it takes, after checking that it is legal; reserves as hand-overs fill them."""
    boards = {"A": Board(), "B": Board()}
    out = []
    for turn in script["turns"]:
        board = boards[turn["board"]]
        white = board.white_to_move
        if turn["uci"] not in list(board.legal()):
            raise SystemExit("%s on board %s at %.1f s is not legal" % (turn["uci"], turn["board"], turn["t"]))
        san = board.san(turn["uci"])
        captured_at = turn["uci"][2:4]
        if turn["uci"][1] != "@" and captured_at not in board.pieces:
            captured_at = turn["uci"][2] + turn["uci"][1]
        captured = board.push(turn["uci"])
        if captured:
            partner_board, partner_white = PARTNER[turn["board"], white]
            boards[partner_board].reserves[partner_white].append(captured)
        out.append(dict(turn, white=white, san=san, captured=captured, captured_at=captured_at))
    return out, boards


def steps_of(turn):
    """The hand's steps in the renderer's form."""
    uci = turn["uci"]
    if uci[1] == "@":
        return [["R:" + uci[0], uci[2:]]]
    steps = [[turn["captured_at"], "off"]] if turn["captured"] else []
    steps.append([uci[:2], uci[2:4]] + ([{"promote": uci[4].upper()}] if len(uci) == 5 else []))
    if turn["san"].startswith("O-O"):
        rank = uci[1]
        steps.append(["h" + rank, "f" + rank] if uci[2] == "g" else ["a" + rank, "d" + rank])
    return steps


def scene_of(script):
    """The whole scene, events included."""
    turns, _ = checked_turns(script)
    events = []
    for turn in turns:
        speed = turn.get("speed", script.get("speed", 0.5))
        events.append(dict(t=turn["t"], board=turn["board"], player=COLOUR[turn["white"]], steps=steps_of(turn),
                           press=True, speed=speed))
        if turn["captured"]:
            board, white = PARTNER[turn["board"], turn["white"]]
            events.append(dict(t=turn["t"] + script.get("handover_s", 1.9), board=board, player=COLOUR[white],
                               steps=[["off:" + turn["captured"], "R"]], side="left", speed=speed * 1.2))
    scene = json.loads(json.dumps(script["scene"]))
    scene["video"]["events"] = sorted(events, key=lambda e: e["t"])
    return scene


def finish(script, prefix, out):
    """Write the recording's folder from the rendered clip and its truth, one line a frame."""
    turns, _ = checked_turns(script)
    frames = [json.loads(line) for line in open(prefix + ".jsonl")]
    os.makedirs(out, exist_ok=True)
    shutil.copyfile(prefix + ".mp4", os.path.join(out, "table.mp4"))
    with open(os.path.join(out, "table.toml"), "w") as f:
        f.write('profile = "%s"\n\n[[camera]]\nsource = "table.mp4"\nboards = ["A", "B"]\n\n[inputs]\n'
                'clock = "clock.jsonl"\ndeclarations = "declarations.jsonl"\n' % script["profile"])
    presses, others = [], []
    for before, now in zip(frames, frames[1:]):
        ms = round(now["t"] * 1000)
        for i, board in enumerate(now["boards"]):
            old = before["boards"][i]
            if board["clock"]["active"] != old["clock"]["active"]:
                presses.append(dict(t_ms=ms, board=board["id"], press=old["clock"]["active"],
                                    white_ms=round(board["clock"]["white"] * 1000),
                                    black_ms=round(board["clock"]["black"] * 1000)))
            for colour in ("white", "black"):
                was, has = old["reserves"][colour]["text"], board["reserves"][colour]["text"]
                if len(has) > len(was):
                    piece = next(p for p in has if has.count(p) > was.count(p))
                    others.append(dict(event="handed_over", seat=seat(board["id"], colour == "white"),
                                       piece=piece.upper(), about_ms=ms))
    queue = {b: [t for t in turns if t["board"] == b] for b in "AB"}
    told = []
    for press in presses:
        turn = queue[press["board"]].pop(0)
        if COLOUR[turn["white"]] != press["press"]:
            raise SystemExit("press without its turn: %r" % press)
        told.append(dict(event="turn", board=turn["board"], seat=seat(turn["board"], turn["white"]), uci=turn["uci"],
                         san=turn["san"], legal=True, pressed_ms=press["t_ms"]))
    if any(queue.values()):
        raise SystemExit("turns that were never pressed: %r" % queue)
    first = frames[0]["boards"]
    corners = {b["id"]: dict(zip(("a1", "a8", "h8", "h1"), b["corners_px"])) for b in first}
    for name, rows in (("clock.jsonl", presses), ("declarations.jsonl", [])):
        with open(os.path.join(out, name), "w") as f:
            f.writelines(json.dumps(row) + "\n" for row in rows)
    placements = {b["id"]: b["placement"] for b in frames[-1]["boards"]}
    with open(os.path.join(out, "truth.json"), "w") as f:
        json.dump(dict(profile=script["profile"], fps=script["scene"]["video"]["fps"], corners=corners, turns=told,
                       others=others, placement=placements), f, indent=1)
    return placements


def main(argv):
    script = json.load(open(argv[2]))
    if argv[1] == "scene":
        json.dump(scene_of(script), open(argv[3], "w"), indent=1)
        turns, boards = checked_turns(script)
        print(len(turns), "turns, last at %.1f s" % turns[-1]["t"], {k: b.placement() for k, b in boards.items()})
    elif argv[1] == "finish":
        placements = finish(script, argv[3], argv[4])
        _, boards = checked_turns(script)
        for board, placement in placements.items():
            if placement != boards[board].placement():
                raise SystemExit("board %s ends as %s, the moves say %s" % (board, placement, boards[board].placement()))
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv)
