"""A fast renderer with the interface of `blender.Studio`: no bounces of light, but shadows, sheen and a sky, in a third of a second.

It trades truth of light for number: thousands of stills of sets and positions that Cycles has no time for.  What a picture
shows (geometry, object numbers, truth) is the same; only the light is simpler: every area light is a few points with a shadow
map each, the surroundings are a handful of directions with a shadow map each (which gives the darkness between pieces).
"""
import math

import cv2
import numpy as np

from . import raster_kernels as kernels
from .raster_objects import Arrays, Mesh, Object, in_parts

SUPERSAMPLE = 2           # samples a pixel along each axis
SHADOW_SAMPLE = .0024     # metres between the samples of a shadow map
POINTS_A_LIGHT = 2
SKY_DIRECTIONS = 5


class Studio:
    """One scene; see blender.Studio for what the methods mean."""

    def __init__(self):
        self.objects, self.empties, self.materials, self.lights = [], [], {}, []
        self.sky_seed, self.sky_strength = 0., .3
        self.shutter, self.region, self.pixels = 0., None, {}

    def close(self):
        pass

    refresh = straighten_motion = close

    def show(self, frame):
        for o in self.objects + self.empties:
            o.show(frame)

    # ---- geometry
    def mesh(self, name, vertices, faces, smooth=True, uv=None):
        if len(faces) == 1 and len(faces[0]) == 4 and np.ptp(vertices, 0).max() > 1:
            vertices, faces, uv = in_parts(np.asarray(vertices, float), np.asarray(uv, float))
        return Mesh(vertices, faces, smooth, uv)

    def object(self, name, mesh, material, location=(0, 0, 0), rotation=(0, 0, 0), index=0):
        o = Object(mesh, material, location, rotation, index)
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

    def render_only(self, rectangle):
        self.region = rectangle

    def render(self, frame=1):
        """(linear RGB float32, object numbers int32) of one frame, distorted as the lens does."""
        self.show(frame)
        rgb, ids, lights = self._exposure()
        if self.shutter and any(o.keys for o in self.objects + self.empties):
            for part in (-1 / 3, 1 / 3):
                self.show(frame + part * self.shutter)
                rgb = rgb + self._exposure(lights)[0]
            rgb /= 3
            self.show(frame)
        rgb = self.camera.distort(rgb, cv2.INTER_LINEAR)
        ids = self.camera.distort(ids.astype(np.float32), cv2.INTER_NEAREST)
        return np.maximum(rgb, 0), np.rint(ids).astype(np.int32)

    def _exposure(self, lit=None):
        """The undistorted picture of the present moment, black outside the region; `lit`: lights and shadows of another moment."""
        scene = Arrays([o for o in self.objects if not o.hide_render], self.pixels)
        camera, n = self.camera, SUPERSAMPLE
        w, h = camera.render_width, camera.render_height
        k = camera.intrinsics.copy()
        k[0, 2], k[1, 2] = w / 2, h / 2
        matrix = np.diag([n, n, 1.]) @ k @ np.c_[camera.rotation, camera.translation]
        triangle, weights = np.full((h * n, w * n), -1, np.int32), np.zeros((h * n, w * n, 2), np.float32)
        depth = self._depth_to_fill(h, w)
        kernels.fill(kernels.project(scene.vertices, matrix.astype(np.float32), False), scene.corners, w * n, h * n, triangle, weights, depth)
        lit = lit or self._light(scene)
        lights, sky, ground, fill_light = lit
        alone, wanted = _one_for_all(np.where(triangle >= 0, scene.of_object[triangle], -1), scene.object_index, n)
        rgb = kernels.shade(triangle, wanted, weights, camera.position.astype(np.float32), scene.vertices, scene.local, scene.corners, scene.normals, scene.uvs,
                            scene.of_object, scene.object_material, scene.object_shift, *scene.looks, *lights, sky, ground, fill_light, ground * .5)
        ids = np.where(triangle >= 0, scene.object_index[scene.of_object[triangle]], 0)[::n, ::n]
        rgb = np.where(alone[..., None], rgb[::n, ::n], rgb[::n, ::n] * .25 + rgb[1::n, ::n] * .25 + rgb[::n, 1::n] * .25 + rgb[1::n, 1::n] * .25)
        return rgb, ids, lit

    def _depth_to_fill(self, h, w):
        """How far away each sample may be: nothing is drawn outside the region."""
        n = SUPERSAMPLE
        if self.region is None:
            return np.full((h * n, w * n), np.inf, np.float32)
        x0, y0, x1, y1 = self.region
        edge = np.array([[x, y] for x in np.linspace(x0, x1, 9) for y in np.linspace(y0, y1, 9)])
        q = self.camera.to_render(edge)
        (left, top), (right, bottom) = np.maximum(q.min(0) - 3, 0).astype(int) * n, np.maximum(q.max(0) + 4, 0).astype(int) * n
        depth = np.full((h * n, w * n), -np.inf, np.float32)
        depth[top:bottom, left:right] = np.inf
        return depth

    def _light(self, scene):
        """Point and sky lights with their shadow maps; the colours of sky and ground; the light that no map knows of."""
        g = np.random.default_rng([self.seed, 31])
        centre = scene.vertices[scene.is_small].mean(0) if scene.is_small.any() else np.zeros(3)
        centre = np.array([centre[0], centre[1], .03])
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
        reach = .1 + (np.abs(scene.vertices[scene.is_small] - centre).max() if scene.is_small.any() else .3)
        size = int(2 * reach / SHADOW_SAMPLE)
        maps = np.full((len(rows), size, size), np.inf, np.float32)
        matrices = np.empty((len(rows), 3, 4), np.float32)
        for k, (place, _, _, flat) in enumerate(rows):
            matrices[k] = _look(place, centre, flat, reach, size)
            kernels.fill_depth(kernels.project(scene.vertices, matrices[k], flat), scene.casters, size, maps[k])
        f = np.float32
        lights = (np.array([r[0] for r in rows], f), np.array([r[1] for r in rows], f), np.array([r[2] for r in rows], f), np.array([r[3] for r in rows]), matrices, maps)
        received = sky[0] * .6 + sky[1] * .4 + sum((r[2] / 3 for r in rows if not r[3]), np.zeros(3))
        return lights, sky.astype(f), (received * g.uniform(.1, .45)).astype(f), f(g.uniform(.03, .3))


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
