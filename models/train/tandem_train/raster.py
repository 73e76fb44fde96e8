"""A fast renderer with the interface of `blender.Studio`: no bounces of light, but shadows, sheen and a sky, in a third of a second.

It trades truth of light for number: thousands of stills of sets and positions that Cycles has no time for.  What a picture
shows (geometry, object numbers, truth) is the same; only the light is simpler: every area light is a few points with a shadow
map each, the surroundings are a handful of directions with a shadow map each (which gives the darkness between pieces).
"""
import math

import cv2
import numpy as np

from . import raster_kernels as kernels
from .raster_objects import Arrays, Mesh, Object, in_parts, looks_of

SUPERSAMPLE = 2           # samples a pixel along each axis
SHADOW_SAMPLE = .0024     # metres between the samples of a shadow map
POINTS_A_LIGHT = 2
SKY_DIRECTIONS = 5


class Studio:
    """One scene; see blender.Studio for what the methods mean."""

    draws_polygons = True     # render_only takes a mask

    def __init__(self):
        self.objects, self.empties, self.materials, self.lights = [], [], {}, []
        self.sky_seed, self.sky_strength = 0., .3
        self.shutter, self.region, self.pixels = 0., None, {}
        self.loose = self.steady = self.lit_area = None

    def close(self):
        pass

    refresh = straighten_motion = close

    def show(self, frame, hidden_at=None):
        for o in self.objects + self.empties:
            if o.keys:
                o.show(frame, hidden_at)

    # ---- geometry
    def mesh(self, name, vertices, faces, smooth=True, uv=None):
        if len(faces) == 1 and len(faces[0]) == 4 and np.ptp(vertices, 0).max() > 1:
            vertices, faces, uv = in_parts(np.asarray(vertices, float), np.asarray(uv, float))
        return Mesh(vertices, faces, smooth, uv)

    def object(self, name, mesh, material, location=(0, 0, 0), rotation=(0, 0, 0), index=0):
        o = Object(mesh, material, location, rotation, index, len(self.objects))
        self.objects.append(o)
        return o

    def empty(self, name):
        self.empties.append(Object(None, None, (0, 0, 0), (0, 0, 0), 0))
        return self.empties[-1]

    def bevel(self, o, width, segments=1):
        """Edges stay sharp."""

    # ---- looks
    def image(self, array, name, srgb=True):
        array = np.asarray(array, np.float32)
        return (array * (array * (array * np.float32(.305306011) + np.float32(.682171111)) + np.float32(.012522878))) if srgb else array

    def material(self, name, **k):
        if name not in self.materials:
            flat = np.asarray(k.get("color", (.5, .5, .5)), float)
            m = dict(kind=0, low=flat, high=flat, scale=1., rough=float(k.get("rough", .5)), specular=float(k.get("spec", .5)) * 2 + float(k.get("coat", 0)), image=None)
            if k.get("coat"):
                m["rough"] = float(k.get("coat_rough", .1))
            if "image" in k:
                m.update(kind=1, image=k["image"])
            elif "wood" in k:
                m.update(kind=3, low=np.asarray(k["wood"][0]), high=np.asarray(k["wood"][1]), scale=k.get("wood_scale", 14.) * 2)
            elif "noise" in k:
                m.update(kind=2, low=flat * (1 - k["noise"][1]), high=flat * (1 + k["noise"][1]) * k.get("tint", 1), scale=k["noise"][0] * 2)
            self.materials[name] = m
        return self.materials[name]

    def swap_image(self, material, image):
        material["image"] = image

    def forget(self, image):
        pass

    # ---- light
    def area_light(self, location, size, power, color, aim=(0, 0, 0)):
        self.lights.append((np.asarray(location, float), np.asarray(size, float), power, np.asarray(color, float), np.asarray(aim, float)))

    def light_positions(self):
        return [light[0] for light in self.lights]

    def surroundings(self, name, turn, strength):
        self.sky_seed, self.sky_strength = turn, strength

    # ---- camera and engine
    def use_camera(self, camera):
        self.camera = camera

    def use_cycles(self, settings, seed):
        self.seed = seed

    def use_motion_blur(self, on, shutter_in_frames, frames_a_second):
        self.shutter = shutter_in_frames if on else 0.

    def render_only(self, mask, blurred=None):
        """Only the pixels [h, w] of the final picture where `mask` is not 0; only those of `blurred` (default: the same) are smeared by movement."""
        self.region = None if mask is None else (self._in_render(mask), self._in_render(mask if blurred is None else blurred))

    def keep_all_but(self, loose):
        """Everything but these objects stands still until this is called again, and is not looked at anew."""
        if self.lit_area is None:
            self.show(1)
            self.lit_area = _area(np.concatenate([o.in_world()[0] for o in self.objects if not o.hide_render and 0 < o.pass_index < 800]))
        self.loose, self.steady = {id(o) for o in loose}, None

    def render(self, frame=1):
        """(linear RGB float32, object numbers int32) of one frame, distorted as the lens does; black outside the region."""
        self.show(frame)
        mask, blurred = self.region or (None, None)
        rgb, ids, lights = self._exposure(mask)
        if self.shutter and any(o.keys for o in self.objects + self.empties):
            smeared = rgb / 3
            for part in (-1 / 3, 1 / 3):
                self.show(frame + part * self.shutter, frame)
                smeared += self._exposure(blurred, lights, rgb)[0] / 3
            rgb = smeared
            self.show(frame)
        rgb = self.camera.distort(rgb, cv2.INTER_LINEAR)
        ids = self.camera.distort(ids.astype(np.float32), cv2.INTER_NEAREST)
        return np.maximum(rgb, 0), np.rint(ids).astype(np.int32)

    def _in_render(self, mask):
        """A mask of the final picture as one of the undistorted render, some pixels wider."""
        camera = self.camera
        w, h = camera.render_width, camera.render_height
        if getattr(camera, "from_render", None) is None:
            x, y = np.meshgrid(np.arange(w) + .5 - w / 2, np.arange(h) + .5 - h / 2)
            rays = np.stack([x / camera.intrinsics[0, 0], y / camera.intrinsics[1, 1], np.ones_like(x)], -1).reshape(-1, 3)
            q = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), camera.intrinsics, camera.distortion)[0].reshape(h, w, 2)
            camera.from_render = (q - .5).astype(np.float32)
        there = cv2.remap(mask.astype(np.uint8), camera.from_render, None, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        return cv2.dilate(there, np.ones((7, 7), np.uint8)) > 0

    def _exposure(self, mask=None, lit=None, other=None):
        """The undistorted picture of the present moment, black outside the mask.

        `lit`: lights and shadows of another moment, `other`: its picture, which shows what nothing loose covers now or did then."""
        camera, n = self.camera, SUPERSAMPLE
        w, h = camera.render_width, camera.render_height
        rgb, ids = np.zeros((h, w, 3), np.float32) if other is None else other.copy(), np.zeros((h, w), np.int32)
        k = camera.intrinsics.copy()
        k[0, 2], k[1, 2] = w / 2, h / 2
        matrix = np.diag([n, n, 1.]) @ k @ np.c_[camera.rotation, camera.translation]
        numbers = {id(m): i for i, m in enumerate(self.materials.values())}
        if self.steady is None:
            self.steady = self._see_steady(matrix, w * n, h * n, numbers)
        still, _, maps = self.steady
        loose = Arrays([o for o in self.objects if not o.hide_render and (self.loose is None or id(o) in self.loose)], numbers)
        scene = still + loose
        lit = lit or self._light(scene, loose, maps)
        looks = looks_of(list(self.materials.values()), self.pixels)
        if other is None:
            self.covered = np.zeros((h, w), bool)
        for box, inside in _parts(mask, w, h):
            part = np.s_[box[1]:box[3], box[0]:box[2]]
            only = None if other is None else self.covered[part]
            drawn, what, inside = self._draw(scene, loose, matrix, box, inside, only, lit, looks)
            rgb[part], ids[part] = np.where(inside[..., None], drawn, rgb[part]), np.where(inside, what, ids[part])
        if self.loose is None:
            self.steady = None
        return rgb, ids, lit

    def _draw(self, scene, loose, matrix, box, inside, only, lit, looks):
        """(linear RGB, object numbers, which pixels are right) of a part of the picture: x0, y0, x1, y1 in pixels of the render.

        `inside`: the pixels that are wanted, None for all; `only`: those and what loose objects cover, None for all; without it
        what they cover is noted in `self.covered`."""
        n, (x0, y0, x1, y1) = SUPERSAMPLE, box
        still, buffers, _ = self.steady
        triangle, weights, depth = (b[y0 * n:y1 * n, x0 * n:x1 * n].copy() for b in buffers)
        here = np.array([[1, 0, -x0 * n], [0, 1, -y0 * n], [0, 0, 1.]]) @ matrix
        fresh = len(still.corners)
        kernels.fill(kernels.project(loose.vertices, here.astype(np.float32), False), loose.corners, (x1 - x0) * n, (y1 - y0) * n, triangle, weights, depth, fresh)
        over = triangle >= fresh
        over = over[::n, ::n] | over[1::n, ::n] | over[::n, 1::n] | over[1::n, 1::n]
        inside = np.ones(over.shape, bool) if inside is None else inside
        if only is None:
            self.covered[y0:y1, x0:x1] |= over & inside
        else:
            inside = inside & (over | only)
        lights, sky, ground, fill_light = lit
        alone, wanted = _one_for_all(np.where(triangle >= 0, scene.of_object[triangle], -1), scene.object_index, n)
        wanted &= np.repeat(np.repeat(inside, n, 0), n, 1)
        drawn = kernels.shade(triangle, wanted, weights, self.camera.position.astype(np.float32), scene.vertices, scene.local, scene.corners, scene.normals, scene.uvs,
                              scene.of_object, scene.object_material, scene.object_shift, *looks, *lights, sky, ground, fill_light, ground * .5)
        what = np.where(triangle >= 0, scene.object_index[scene.of_object[triangle]], 0)[::n, ::n]
        mean = drawn[::n, ::n] * .25 + drawn[1::n, ::n] * .25 + drawn[::n, 1::n] * .25 + drawn[1::n, 1::n] * .25
        return np.where(alone[..., None], drawn[::n, ::n], mean), what, inside

    def _see_steady(self, matrix, width, height, numbers):
        """What stands still: its arrays, what the camera sees of it (triangle, weights, depth), and its shadow maps (made when light is asked for)."""
        still = Arrays([o for o in self.objects if self.loose is not None and id(o) not in self.loose and not o.hide_render], numbers)
        triangle, weights = np.full((height, width), -1, np.int32), np.zeros((height, width, 2), np.float32)
        depth = np.full((height, width), np.inf, np.float32)
        if len(still.corners):
            kernels.fill(kernels.project(still.vertices, matrix.astype(np.float32), False), still.corners, width, height, triangle, weights, depth)
        return still, (triangle, weights, depth), {}

    def _light(self, scene, loose, kept):
        """Point and sky lights with their shadow maps; the colours of sky and ground; the light that no map knows of.
        `kept`: shadow maps of what stands still."""
        g = np.random.default_rng([self.seed, 31])
        centre, reach = self.lit_area or _area(scene.vertices[scene.is_small])
        sky = np.stack([g.uniform(.3, 1.6) * np.exp(g.normal(0, .12, 3)), g.uniform(.2, 1.2) * np.exp(g.normal(0, .12, 3)), g.uniform(0, 2.5) * np.exp(g.normal(0, .1, 3))]) * self.sky_strength
        rows = []
        for location, size, power, color, aim in self.lights:
            forward = (aim - location) / np.linalg.norm(aim - location)
            right = np.cross(forward, [0, 0, 1.])
            right = np.array([1., 0, 0]) if np.linalg.norm(right) < 1e-3 else right / np.linalg.norm(right)
            down = np.cross(forward, right)
            for s in range(POINTS_A_LIGHT):
                a, b = (s + g.random()) / POINTS_A_LIGHT - .5, g.random() - .5
                p = location + right * a * size[0] + down * b * size[1]
                rows.append((p, forward, color * power / np.pi ** 2 / POINTS_A_LIGHT, False))
        turn = g.uniform(0, 6.28)
        for s in range(SKY_DIRECTIONS):
            up = math.sqrt((s + g.uniform(.2, .8)) / SKY_DIRECTIONS)
            angle, level = turn + 2.4 * s, math.sqrt(1 - up * up)
            towards = np.array([level * math.cos(angle), level * math.sin(angle), up])
            radiance = sky[1] * (1 - up) + sky[0] * up + sky[2] * max(0., math.cos(angle - self.sky_seed)) * level
            rows.append((centre + towards * 2, towards, radiance / SKY_DIRECTIONS, True))
        size = int(2 * reach / SHADOW_SAMPLE)
        if not kept:
            still = self.steady[0]
            kept["matrices"] = np.array([_look(place, centre, flat, reach, size) for place, _, _, flat in rows], np.float32)
            kept["maps"] = np.full((len(rows), size, size), np.inf, np.float32)
            for k, row in enumerate(rows):
                if len(still.casters):
                    kernels.fill_depth(kernels.project(still.vertices, kept["matrices"][k], row[3]), still.casters, size, kept["maps"][k])
        matrices, maps = kept["matrices"], kept["maps"].copy()
        for k, row in enumerate(rows):
            kernels.fill_depth(kernels.project(loose.vertices, matrices[k], row[3]), loose.casters, size, maps[k])
        f = np.float32
        lights = (np.array([r[0] for r in rows], f), np.array([r[1] for r in rows], f), np.array([r[2] for r in rows], f), np.array([r[3] for r in rows]), matrices, maps)
        received = sky[0] * .6 + sky[1] * .4 + sum((r[2] / 3 for r in rows if not r[3]), np.zeros(3))
        return lights, sky.astype(f), (received * g.uniform(.1, .45)).astype(f), f(g.uniform(.03, .3))


def _parts(mask, w, h):
    """The connected parts of a mask: box (x0, y0, x1, y1) and the mask inside it; everything (and None) where there is no mask."""
    if mask is None:
        yield (0, 0, w, h), None
        return
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    for k in range(1, count):
        x, y, wide, high = stats[k, :4]
        yield (x, y, x + wide, y + high), labels[y:y + high, x:x + wide] == k


def _area(points):
    """The middle of the pieces at the height of their bodies, and how far around it shadows are looked for."""
    if not len(points):
        return np.array([0, 0, .03]), .4
    centre = points.mean(0)
    centre = np.array([centre[0], centre[1], .03])
    return centre, .1 + np.abs(points - centre).max()


def _look(place, centre, flat, reach, size):
    """World to a shadow map of size x size samples that covers `reach` metres on all sides of the centre, from a place."""
    forward = (centre - place) / np.linalg.norm(centre - place)
    right = np.cross(forward, [0, 1., 0] if abs(forward[1]) < .9 else [1., 0, 0])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    r = np.array([right, down, forward])
    m = np.c_[r, -r @ place]
    half, away = size / 2, np.linalg.norm(centre - place)
    scale = half / reach if flat else half * away / reach
    k = np.array([[scale, 0, 0], [0, scale, 0], [0, 0, 1.]])
    m = k @ m
    if flat:
        m[0, 3] += half
        m[1, 3] += half
    else:
        m[0] += half * m[2]
        m[1] += half * m[2]
    return m.astype(np.float32)


def _one_for_all(of_sample, object_index, n):
    """Which pixels [h, w] need one sample only (they show one thing, and no piece), and which samples are to be shaded."""
    blocks = [of_sample[i::n, j::n] for i in range(n) for j in range(n)]
    alone = np.logical_and.reduce([b == blocks[0] for b in blocks])
    index = object_index[blocks[0]]
    alone &= (index == 0) | (index >= 800)
    wanted = np.repeat(np.repeat(~alone, n, 0), n, 1)
    wanted[::n, ::n] = True
    return alone, wanted
