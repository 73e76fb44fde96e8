"""Objects of the fast renderer: triangle meshes, where they stand and move, and all of them as flat arrays."""
import bisect
import math

import numpy as np

from .meshes import as_faces, grid_faces

SHARP = math.cos(math.radians(38))


def rotation(euler):
    """Blender's XYZ order: turned about x first."""
    (cx, cy, cz), (sx, sy, sz) = np.cos(euler), np.sin(euler)
    about_x, about_y = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]]), np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    return np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1.]]) @ about_y @ about_x


def in_parts(quad, uv, parts=12):
    """A large quadrilateral as a grid of small ones: a triangle with a corner behind the camera is not drawn."""
    u, v = (a[..., None] for a in np.meshgrid(np.linspace(0, 1, parts + 1), np.linspace(0, 1, parts + 1)))
    blend = lambda q: ((1 - u) * (1 - v) * q[0] + u * (1 - v) * q[1] + u * v * q[2] + (1 - u) * v * q[3]).reshape(-1, q.shape[1])
    faces = grid_faces(parts + 1, parts + 1)[:, [0, 3, 2, 1]]
    return blend(quad), as_faces(faces), blend(uv)[faces.ravel()]


class Vertex:
    def __init__(self, co):
        self.co = co


class Mesh:
    """Triangles with a normal and a texture coordinate for every corner."""

    def __init__(self, vertices, faces, smooth, uv):
        self.points = np.asarray(vertices, np.float32)
        corners, places, at = [], [], 0
        by_size = {}
        for f in faces:
            by_size.setdefault(len(f), []).append((f, at))
            at += len(f)
        for size, rows in by_size.items():
            f, start = np.array([r[0] for r in rows]), np.array([r[1] for r in rows])
            for k in range(1, size - 1):
                corners.append(f[:, [0, k, k + 1]])
                places.append(start[:, None] + [0, k, k + 1])
        self.corners = np.concatenate(corners).astype(np.int32)
        place = np.concatenate(places)
        self.uv = np.asarray(uv, np.float32).reshape(-1, 2)[place] if uv is not None else np.zeros((len(place), 3, 2), np.float32)
        p = self.points[self.corners]
        flat = np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
        area = np.linalg.norm(flat, axis=1, keepdims=True)
        unit = flat / np.maximum(area, 1e-12)
        self.normals = np.repeat(unit[:, None], 3, 1)
        if smooth:
            around = np.zeros_like(self.points, dtype=np.float64)
            for k in range(3):
                np.add.at(around, self.corners[:, k], flat)
            around /= np.maximum(np.linalg.norm(around, axis=1, keepdims=True), 1e-12)
            soft = around[self.corners]
            self.normals = np.where((soft * unit[:, None]).sum(-1, keepdims=True) > SHARP, soft, self.normals)
        self.normals = self.normals.astype(np.float32)

    @property
    def vertices(self):
        return [Vertex(p) for p in self.points]


class Object:
    def __init__(self, mesh, material, location, euler, index, number=0):
        self.number = number                     # of the object in its scene, for what is drawn anew for each
        self.data, self.material, self.location, self.rotation_euler, self.pass_index = mesh, material, location, euler, index
        self.parent, self.hide_render, self.rotation_mode, self.keys, self.placed = None, False, "XYZ", {}, None

    def keyframe_insert(self, path, frame):
        value = getattr(self, path)
        self.keys.setdefault(path, {})[frame] = np.array(value, float) if path != "hide_render" else value

    def in_world(self):
        """Vertices and normals in the world's frame."""
        m = self.matrix_world.astype(np.float32)
        if self.placed is None or (self.placed[0] != m).any():
            self.placed = m, self.data.points @ m[:3, :3].T + m[:3, 3], self.data.normals @ m[:3, :3].T
        return self.placed[1:]

    def show(self, frame, hidden_at=None):
        """What the keys say for a (fractional) frame: straight lines between them, hiding at once (as at frame `hidden_at`, where given)."""
        for path, keys in self.keys.items():
            if not isinstance(keys, tuple):
                times = sorted(keys)
                keys = self.keys[path] = (times, [keys[t] for t in times])
            times, values = keys
            n = bisect.bisect_right(times, (frame if hidden_at is None or path != "hide_render" else hidden_at) + 1e-6)
            if n == 0 or n == len(times) or path == "hide_render":
                value = values[max(0, n - 1)]
            else:
                share = (frame - times[n - 1]) / (times[n] - times[n - 1])
                value = values[n - 1] * (1 - share) + values[n] * share
            setattr(self, path, value)

    @property
    def rotation_euler(self):
        return self._euler

    @rotation_euler.setter
    def rotation_euler(self, angles):
        self._euler = list(angles)

    @property
    def matrix_world(self):
        m = np.eye(4)
        m[:3, :3], m[:3, 3] = rotation(np.asarray(self.rotation_euler, float)), np.asarray(self.location, float)[:3]
        return self.parent.matrix_world @ m if self.parent is not None else m


class Arrays:
    """Objects as flat arrays for the kernels; `numbers`: of every material, by its id()."""

    room = None

    def __init__(self, objects, numbers):
        f = np.float32
        vertices, local, corners, normals, uvs, of_object, small, casters, at = [], [], [], [], [], [], [], [], 0
        for n, o in enumerate(objects):
            mesh = o.data
            points, turned = o.in_world()
            vertices.append(points)
            local.append(mesh.points)
            corners.append(mesh.corners + at)
            normals.append(turned)
            uvs.append(mesh.uv)
            of_object.append(np.full(len(mesh.corners), n, np.int32))
            small.append(np.full(len(mesh.points), 0 < o.pass_index < 800))
            if o.pass_index:
                casters.append(mesh.corners + at)
            at += len(mesh.points)
        joined = lambda parts, kind, shape: np.concatenate(parts).astype(kind) if parts else np.zeros(shape, kind)
        self.vertices, self.local = joined(vertices, f, (0, 3)), joined(local, f, (0, 3))
        self.corners, self.normals, self.uvs = joined(corners, np.int32, (0, 3)), joined(normals, f, (0, 3, 3)), joined(uvs, f, (0, 3, 2))
        self.of_object, self.is_small, self.casters = joined(of_object, np.int32, 0), joined(small, bool, 0), joined(casters, np.int32, (0, 3))
        self.object_index = np.array([o.pass_index for o in objects], np.int32)
        self.object_material = np.array([numbers[id(o.material)] for o in objects], np.int32)
        self.object_shift = np.array([(o.number * 37.77) % 91 for o in objects], f)

    def __add__(self, other):
        """Both together, `self` first and copied once only: the sum is good until the next one is made."""
        out, ends = Arrays.__new__(Arrays), dict(corners=len(self.vertices), of_object=len(self.object_index))
        if self.room is None:
            self.room = {}
        for name in ("vertices", "local", "normals", "uvs", "is_small", "object_index", "object_material", "object_shift", "corners", "of_object"):
            mine, more = getattr(self, name), getattr(other, name)
            total, room = len(mine) + len(more), self.room.get(name)
            if room is None or len(room) < total:
                room = self.room[name] = np.empty((total + len(more) // 2, *mine.shape[1:]), mine.dtype)
                room[:len(mine)] = mine
            room[len(mine):total] = more + np.int32(ends[name]) if name in ends else more
            setattr(out, name, room[:total])
        return out


def looks_of(materials, kept_pixels):
    """What the kernels know of the materials; `kept_pixels` saves joining the same images again."""
    images = [m["image"] for m in materials]
    if kept_pixels.get("of") is None or len(kept_pixels["of"]) != len(images) or any(a is not b for a, b in zip(kept_pixels["of"], images)):
        kept_pixels["of"], kept_pixels["flat"] = images, _flat_pixels(images)
    pixels, texture = kept_pixels["flat"]
    column = lambda name, kind: np.array([m[name] for m in materials]).astype(kind)
    f = np.float32
    return (column("kind", np.int32), column("low", f), column("high", f), column("scale", f), column("rough", f), column("specular", f), texture, pixels)


def _flat_pixels(images):
    """All images one after another, and where each begins with its height and width."""
    pixels, texture, start = [np.zeros(1, np.float32)], np.zeros((len(images), 3), np.int64), 1
    for i, image in enumerate(images):
        if image is not None:
            texture[i] = start, image.shape[0], image.shape[1]
            pixels.append(np.ascontiguousarray(image, np.float32).ravel())
            start += image.size
    return np.concatenate(pixels), texture
