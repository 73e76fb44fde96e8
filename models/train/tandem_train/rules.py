"""Bughouse moves on one board, enough to write legal scripts and to draw believable positions.

A square is its name ("e4"), a piece its letter (upper case White).  Moves are UCI; a drop is "P@e4", castling the
king's two-square move.  Drops with check and mate are allowed, pawns may be dropped on ranks 2 to 7, and a piece
that a pawn was promoted to is handed over as a pawn (online rules: FICS and the "free" profile).
"""

FILES = "abcdefgh"
SQUARES = [f + r for r in "12345678" for f in FILES]
_ROOK = [(1, 0), (-1, 0), (0, 1), (0, -1)]
_BISHOP = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
_KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
SLIDES = {"R": _ROOK, "B": _BISHOP, "Q": _ROOK + _BISHOP}
STEPS = {"N": _KNIGHT, "K": _ROOK + _BISHOP}


def offset(square, dx, dy):
    """The square dx files and dy ranks away, or None when that is off the board."""
    x, y = FILES.index(square[0]) + dx, int(square[1]) + dy
    return FILES[x] + str(y) if 0 <= x < 8 and 1 <= y <= 8 else None


class Board:
    """One board: what stands where, whose move it is, what each side holds."""

    def __init__(self):
        self.pieces = {}
        for f, k in zip(FILES, "RNBQKBNR"):
            self.pieces.update({f + "1": k, f + "2": "P", f + "7": "p", f + "8": k.lower()})
        self.white_to_move = True
        self.castling = set("KQkq")
        self.en_passant = None
        self.promoted = set()
        self.reserves = {True: [], False: []}

    def copy(self):
        other = Board.__new__(Board)
        other.pieces = dict(self.pieces)
        other.white_to_move, other.en_passant = self.white_to_move, self.en_passant
        other.castling, other.promoted = set(self.castling), set(self.promoted)
        other.reserves = {side: list(held) for side, held in self.reserves.items()}
        return other

    def _rays(self, square, directions, far):
        for dx, dy in directions:
            to = offset(square, dx, dy)
            while to:
                yield to
                if to in self.pieces or not far:
                    break
                to = offset(to, dx, dy)

    def attacked(self, square, by_white):
        """Whether a piece of the given side attacks the square."""
        for kind, directions in list(SLIDES.items()) + list(STEPS.items()):
            for at in self._rays(square, directions, kind in SLIDES):
                piece = self.pieces.get(at)
                if piece and piece.upper() == kind and piece.isupper() == by_white:
                    return True
        back = -1 if by_white else 1
        pawn = "P" if by_white else "p"
        return any(self.pieces.get(offset(square, dx, back) or "") == pawn for dx in (-1, 1))

    def in_check(self, white):
        king = next((s for s, p in self.pieces.items() if p == ("K" if white else "k")), None)
        return king is not None and self.attacked(king, not white)

    def _pawn_moves(self, square):
        white = self.white_to_move
        up, home, last = (1, "2", "8") if white else (-1, "7", "1")
        targets = []
        one = offset(square, 0, up)
        if one and one not in self.pieces:
            targets.append(one)
            two = offset(square, 0, 2 * up)
            if square[1] == home and two not in self.pieces:
                targets.append(two)
        for dx in (-1, 1):
            to = offset(square, dx, up)
            if to and (to == self.en_passant or (to in self.pieces and self.pieces[to].isupper() != white)):
                targets.append(to)
        for to in targets:
            for suffix in ("qrbn" if to[1] == last else [""]):
                yield square + to + suffix

    def _castling_moves(self):
        white = self.white_to_move
        rank = "1" if white else "8"
        if self.in_check(white):
            return
        for right, between, passed in (("K", "fg", "fg"), ("Q", "bcd", "cd")):
            if (right if white else right.lower()) not in self.castling:
                continue
            if any(f + rank in self.pieces for f in between):
                continue
            if not any(self.attacked(f + rank, not white) for f in passed):
                yield "e" + rank + passed[-1 if right == "K" else 0] + rank

    def pseudo_legal(self):
        """Moves and drops, some of which may leave the own king in check."""
        white = self.white_to_move
        for square, piece in list(self.pieces.items()):
            if piece.isupper() != white:
                continue
            kind = piece.upper()
            if kind == "P":
                yield from self._pawn_moves(square)
                continue
            for to in self._rays(square, SLIDES.get(kind) or STEPS[kind], kind in SLIDES):
                if to not in self.pieces or self.pieces[to].isupper() != white:
                    yield square + to
        yield from self._castling_moves()
        for kind in sorted(set(self.reserves[white])):
            for square in SQUARES:
                if square not in self.pieces and not (kind == "P" and square[1] in "18"):
                    yield kind + "@" + square

    def legal(self):
        """All legal moves and drops."""
        for uci in self.pseudo_legal():
            after = self.copy()
            after.push(uci)
            if not after.in_check(self.white_to_move):
                yield uci

    def push(self, uci):
        """Play a move that pseudo_legal gave; returns the captured piece's kind as it is handed over, or None."""
        white = self.white_to_move
        self.white_to_move = not white
        en_passant, self.en_passant = self.en_passant, None
        if uci[1] == "@":
            kind, to = uci[0], uci[2:]
            self.reserves[white].remove(kind)
            self.pieces[to] = kind if white else kind.lower()
            return None
        src, to = uci[:2], uci[2:4]
        piece = self.pieces.pop(src)
        victim = to
        if piece.upper() == "P" and to == en_passant:
            victim = to[0] + src[1]
        captured = self.pieces.pop(victim, None)
        if captured:
            captured = "P" if victim in self.promoted else captured.upper()
            self.promoted.discard(victim)
        self.pieces[to] = piece
        if src in self.promoted:
            self.promoted.remove(src)
            self.promoted.add(to)
        if len(uci) == 5:
            self.pieces[to] = uci[4].upper() if white else uci[4]
            self.promoted.add(to)
        if piece.upper() == "P" and abs(int(to[1]) - int(src[1])) == 2:
            self.en_passant = offset(src, 0, 1 if white else -1)
        if piece.upper() == "K" and abs(FILES.index(to[0]) - FILES.index(src[0])) == 2:
            rook_from, rook_to = ("h", "f") if to[0] == "g" else ("a", "d")
            self.pieces[rook_to + src[1]] = self.pieces.pop(rook_from + src[1])
        for square, right in (("a1", "Q"), ("h1", "K"), ("e1", "KQ"), ("a8", "q"), ("h8", "k"), ("e8", "kq")):
            if square in (src, to):
                self.castling -= set(right)
        return captured

    def san(self, uci):
        """Standard algebraic notation of a legal move."""
        after = self.copy()
        after.push(uci)
        suffix = ""
        if after.in_check(after.white_to_move):
            suffix = "+" if any(True for _ in after.legal()) else "#"
        if uci[1] == "@":
            return uci + suffix
        src, to, kind = uci[:2], uci[2:4], self.pieces[uci[:2]].upper()
        if kind == "K" and abs(FILES.index(to[0]) - FILES.index(src[0])) == 2:
            return ("O-O" if to[0] == "g" else "O-O-O") + suffix
        takes = to in self.pieces or (kind == "P" and src[0] != to[0])
        if kind == "P":
            name = (src[0] + "x" if takes else "") + to + ("=" + uci[4].upper() if len(uci) == 5 else "")
            return name + suffix
        rivals = [m[:2] for m in self.legal()
                  if m[1] != "@" and m[2:4] == to and m[:2] != src and self.pieces[m[:2]].upper() == kind]
        which = ""
        if rivals:
            if all(r[0] != src[0] for r in rivals):
                which = src[0]
            elif all(r[1] != src[1] for r in rivals):
                which = src[1]
            else:
                which = src
        return kind + which + ("x" if takes else "") + to + suffix

    def placement(self):
        """The piece placement field of FEN."""
        rows = []
        for rank in "87654321":
            row, empty = "", 0
            for f in FILES:
                piece = self.pieces.get(f + rank)
                if piece is None:
                    empty += 1
                else:
                    row += (str(empty) if empty else "") + piece
                    empty = 0
            rows.append(row + (str(empty) if empty else ""))
        return "/".join(rows)
