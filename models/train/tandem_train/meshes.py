"""Meshes as plain arrays: (vertices [n, 3], faces as tuples of vertex numbers).  No renderer is imported here."""
import numpy as np


class Profile:
    """A lathe profile: rows of radius, height and weight (the weight says how much a rim pattern moves the row)."""

    def __init__(self, r=0.0, z=0.0):
        self.rows = [(r, z, 0.0)]

    def to(self, r, z, weight=0.0):
        self.rows.append((r, z, weight))
        return self

    def arc(self, r, z, bulge, n=9):
        """A bow from the last row; bulge > 0 outwards, in parts of the chord."""
        r0, z0, _ = self.rows[-1]
        dx, dz = r - r0, z - z0
        length = np.hypot(dx, dz) + 1e-9
        nx, nz = dz / length, -dx / length
        for t in np.linspace(0, 1, n + 1)[1:]:
            b = np.sqrt(max(0.0, 1 - (2 * t - 1) ** 2)) * bulge * length
            self.rows.append((max(0, r0 + dx * t + nx * b), z0 + dz * t + nz * b, 0.0))
        return self

    def bezier(self, c1, c2, end, n=14):
        p0 = np.array(self.rows[-1][:2])
        c1, c2, end = map(np.array, (c1, c2, end))
        for t in np.linspace(0, 1, n + 1)[1:]:
            q = (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * c1 + 3 * (1 - t) * t * t * c2 + t ** 3 * end
            self.rows.append((max(0, q[0]), q[1], 0.0))
        return self

    def ball(self, radius, top, start, n):
        """A ball whose highest point is `top`, from the polar angle `start` up."""
        for t in np.linspace(start, 0, n):
            self.to(radius * np.sin(t), top - radius + radius * np.cos(t))
        return self

    def array(self):
        return np.array(self.rows, float)


def lathe(profile, segments=56, rim=None, carve=None):
    """Turn a profile [n, 3] around z.  rim(angle) -> dz for weighted rows; carve(grid) -> grid changes the points."""
    angle = np.linspace(0, 2 * np.pi, segments, endpoint=False)
    radius = np.repeat(profile[:, 0:1], segments, 1)
    height = np.repeat(profile[:, 1:2], segments, 1)
    if rim is not None:
        height = height + profile[:, 2:3] * rim(angle)[None, :]
    grid = np.stack([radius * np.cos(angle)[None], radius * np.sin(angle)[None], height], -1)
    if carve is not None:
        grid = carve(grid)
    number = np.arange(len(profile) * segments).reshape(len(profile), segments)
    a, b = number[:-1], number[1:]
    quads = np.stack([a, np.roll(a, -1, 1), np.roll(b, -1, 1), b], -1).reshape(-1, 4)
    return grid.reshape(-1, 3), as_faces(quads)


def as_faces(array):
    return [tuple(q) for q in np.asarray(array).tolist()]


def grid_faces(rows, columns):
    """Quads of a rows x columns grid of points."""
    number = np.arange(rows * columns).reshape(rows, columns)
    quads = np.stack([number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]], -1)
    return quads.reshape(-1, 4)


def box(cx, cy, cz, sx, sy, sz):
    v = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float) / 2
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return v * [sx, sy, sz] + [cx, cy, cz], faces


def prism(polygon, y0, y1):
    """A polygon [n, 2] in x and z, counter-clockwise, pulled along y."""
    n, p = len(polygon), np.asarray(polygon, float)
    v = np.concatenate([np.c_[p[:, 0], np.full(n, y0), p[:, 1]], np.c_[p[:, 0], np.full(n, y1), p[:, 1]]])
    faces = [tuple(range(n)), tuple(range(2 * n - 1, n - 1, -1))]
    faces += [(i, i + n, (i + 1) % n + n, (i + 1) % n) for i in range(n)]
    return v, faces


def outward(v, faces):
    """Turn the winding so that the signed volume is positive (renderers want normals to point outwards)."""
    v = np.asarray(v)
    volume = 0.0
    for size in {len(f) for f in faces}:
        t = np.array([f for f in faces if len(f) == size])
        for i in range(1, size - 1):
            volume += np.einsum("ij,ij->i", v[t[:, 0]], np.cross(v[t[:, i]], v[t[:, i + 1]])).sum()
    return (v, faces) if volume > 0 else (v, [f[::-1] for f in faces])


def merge(*parts):
    vertices, faces, offset = [], [], 0
    for v, f in parts:
        vertices.append(v)
        faces += [tuple(i + offset for i in q) for q in f]
        offset += len(v)
    return np.concatenate(vertices), faces
