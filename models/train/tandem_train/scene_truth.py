"""The truth of a rendered scene, from its geometry and its object picture.

Per board: `placement` (logical, `~` marks promoted pawns) and `placement_physical` (what stands there), `corners_px`
(a1, a8, h8, h1), `grid_px` 9x9 [file][rank], `squares` {name: piece, logical, base_px, bbox_px, vis_px, hull_px, lying,
hand_frac}, `reserves`, `in_hand`, `clock`; and `hands`, `settled`.  Pixels are of the final picture, origin at its top
left corner.  `settled` is false while a hand is over a board or a piece is carried; a move is over when the clock is pressed.
"""
import cv2
import numpy as np

from .arms import HAND_ID
from .scene import FILES


def rounded(a):
    return np.round(np.asarray(a, float), 2).tolist()


def write_placement(standing, which):
    """{square: (physical, logical)} -> FEN placement."""
    rows = []
    for r in range(8, 0, -1):
        row, empty = "", 0
        for f in FILES:
            piece = standing.get(f + str(r))
            if piece is None:
                empty += 1
            else:
                row += (str(empty) if empty else "") + piece[which]
                empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


class _Truth:
    def __init__(self, scene, ids):
        self.scene, self.ids, self.project = scene, ids, scene.camera.project
        self.visible = np.bincount(ids.ravel().clip(0), minlength=1000)
        self.hand_mask = (ids >= HAND_ID).astype(np.uint8)

    def world(self, o, points):
        m = np.array(o.matrix_world)
        return np.asarray(points) @ m[:3, :3].T + m[:3, 3]

    def piece(self, p):
        return dict(piece=p["physical"], logical=p["logical"], **self.outline(p), vis_px=int(self.visible[p["id"]]), lying=bool(p["lying"]))

    def outline(self, p):
        """Where the piece is in the picture; made anew only when it has moved."""
        kept, m = self.scene.__dict__.setdefault("outlines", {}), np.array(p["object"].matrix_world)
        if p["id"] not in kept or (kept[p["id"]][0] != m).any():
            q = self.project(self.world(p["object"], self.scene.piece_mesh(p["kind"])[1]))
            hull = cv2.convexHull(q.astype(np.float32))
            kept[p["id"]] = m, dict(base_px=rounded(self.project(m[:3, 3])[0]), bbox_px=rounded([*q.min(0), *q.max(0)]), hull_px=round(float(cv2.contourArea(hull)), 1))
        return kept[p["id"]][1]

    def board(self, board):
        scene, s = self.scene, self.scene.square
        corner = lambda i, j: scene.world_from_board(board, ((i - 4) * s, (j - 4) * s, board["_thickness"]))
        grid = self.project([corner(i, j) for i in range(9) for j in range(9)]).reshape(9, 9, 2)
        mine = [p for p in scene.pieces if p["board"] == board["id"] and not p.get("hidden")]
        on_squares = {p["at"]: p for p in mine if p.get("at") and not p.get("held")}
        standing = {k: (p["physical"], p["logical"]) for k, p in on_squares.items()}
        squares, covered = self.squares(grid, on_squares)
        out = dict(id=board["id"], rot=board["rot"], grid_px=rounded(grid), corners_px=rounded([grid[0, 0], grid[0, 8], grid[8, 8], grid[8, 0]]),
                   placement=write_placement(standing, 1), placement_physical=write_placement(standing, 0),
                   squares=squares, hand_over=round(covered / 64, 4), reserves={})
        for player in ("white", "black"):
            x0, y0, x1, y1 = scene.reserve_zone(board, player)
            zone = [scene.world_from_board(board, q) for q in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
            held = [self.piece(p) for p in mine if p.get("res") == player and not p.get("held")]
            out["reserves"][player] = dict(poly_px=rounded(self.project(zone)), pieces=held, text="".join(sorted(p["piece"] for p in held)))
        out["in_hand"] = [self.piece(p) for p in mine if p.get("held")]
        if board["clock"]:
            out["clock"] = self.clock(board)
        return out

    def squares(self, grid, on_squares):
        h, w = self.ids.shape
        out, total = {}, 0
        for i in range(8):
            for j in range(8):
                quad = np.array([grid[i, j], grid[i + 1, j], grid[i + 1, j + 1], grid[i, j + 1]])
                x0, y0 = np.floor(quad.min(0)).astype(int).clip(0)
                x1, y1 = np.ceil(quad.max(0)).astype(int) + 1
                if x1 <= x0 or y1 <= y0 or x0 >= w or y0 >= h:
                    continue
                mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
                cv2.fillConvexPoly(mask, np.round(quad - [x0, y0]).astype(np.int32), 1)
                hands = self.hand_mask[y0:y1, x0:x1]
                mask = mask[:hands.shape[0], :hands.shape[1]]
                share = float((mask & hands).sum() / max(1, mask.sum()))
                total += share
                name = FILES[i] + str(j + 1)
                if name in on_squares:
                    out[name] = dict(hand_frac=round(share, 3), **self.piece(on_squares[name]))
                elif share > 0:
                    out[name] = dict(hand_frac=round(share, 3))
        return out, total

    def clock(self, board):
        c, k = board["clock"], board["_clock"]
        body = [self.world(k["body"], [v.co])[0] for v in k["body"].data.vertices]
        q = self.project(body)
        return dict(white=round(c["white"], 1), black=round(c["black"], 1), active=c["active"], bbox_px=rounded([*q.min(0), *q.max(0)]),
                    lcd_px=rounded(self.project(k["display"])), lcd_left=board["_display_left"])

    def hands(self):
        for hand in self.scene.hands:
            if hand.get("hidden"):
                continue
            ys, xs = np.where(self.ids == hand["index"])
            if len(xs):
                box = [int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1]
                yield dict(player=hand["player"], pose=hand["pose"], holding=hand.get("holding"), bbox_px=box, vis_px=int(len(xs)))


def truth_of(scene, ids):
    """The truth as a dictionary; `ids` is the object picture that came with the render."""
    scene.studio.refresh()
    t = _Truth(scene, ids)
    h, w = ids.shape
    boards = [t.board(b) for b in scene.boards]
    settled = not any(b["in_hand"] for b in boards) and all(b["hand_over"] < .0003 for b in boards)
    return dict(seed=scene.seed, style=scene.style, image=[w, h], camera=scene.camera.describe(), boards=boards, hands=list(t.hands()), settled=settled)
