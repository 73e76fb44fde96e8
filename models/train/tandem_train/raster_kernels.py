"""The inner loops of the fast renderer, compiled by numba.

Arrays: `vertices` [v, 3] float32 in the world (metres), `corners` [t, 3] vertex numbers of the triangles.  A camera is a 3x4
matrix from the world to (x, y, 1) * depth in pixels.  Pictures are [row, column], pixel (0, 0) covers 0..1.
"""
import math

import numpy as np
from numba import njit

NEAR = 0.02
FAST = dict(cache=True, fastmath=True, error_model="numpy")


@njit(**FAST)
def project(vertices, matrix, flat):
    """[v, 3]: x, y in pixels and the depth; `flat` cameras (parallel rays) do not divide by it."""
    out = np.empty((len(vertices), 3), np.float32)
    for i in range(len(vertices)):
        x, y, z = vertices[i]
        d = matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2] * z + matrix[2, 3]
        u = matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2] * z + matrix[0, 3]
        v = matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2] * z + matrix[1, 3]
        w = 1.0 if flat else max(d, 1e-6)
        out[i, 0], out[i, 1], out[i, 2] = u / w, v / w, d
    return out


@njit(**FAST)
def _reach(seen, corners, t, width, height):
    """A triangle's doubled area (0 where nothing of it is drawn) and the pixels it may touch: first and last column, first and last row."""
    a, b, c = corners[t, 0], corners[t, 1], corners[t, 2]
    if seen[a, 2] < NEAR or seen[b, 2] < NEAR or seen[c, 2] < NEAR:
        return 0.0, 0, -1, 0, -1
    xa, ya, xb, yb, xc, yc = seen[a, 0], seen[a, 1], seen[b, 0], seen[b, 1], seen[c, 0], seen[c, 1]
    area = (xb - xa) * (yc - ya) - (xc - xa) * (yb - ya)
    if abs(area) < 1e-9:
        return 0.0, 0, -1, 0, -1
    x0, x1 = max(0, int(math.ceil(min(xa, xb, xc) - .5))), min(width - 1, int(math.floor(max(xa, xb, xc) - .5)))
    y0, y1 = max(0, int(math.ceil(min(ya, yb, yc) - .5))), min(height - 1, int(math.floor(max(ya, yb, yc) - .5)))
    return area, x0, x1, y0, y1


@njit(**FAST)
def _weights(seen, corners, t, area, x, y):
    """Barycentric weights of a pixel's middle, of corners 0, 1 and 2; one is negative outside the triangle."""
    a, b, c = corners[t, 0], corners[t, 1], corners[t, 2]
    px, py = x + .5, y + .5
    wa = ((seen[b, 0] - px) * (seen[c, 1] - py) - (seen[c, 0] - px) * (seen[b, 1] - py)) / area
    wb = ((seen[c, 0] - px) * (seen[a, 1] - py) - (seen[a, 0] - px) * (seen[c, 1] - py)) / area
    return wa, wb, 1 - wa - wb


@njit(**FAST)
def fill(seen, corners, width, height, triangle, weights, depth, first=0):
    """Z-buffer: writes the nearest triangle's number (counted from `first`), its weights in space (of corners 0 and 1) and the depth."""
    for t in range(len(corners)):
        area, x0, x1, y0, y1 = _reach(seen, corners, t, width, height)
        za, zb, zc = seen[corners[t, 0], 2], seen[corners[t, 1], 2], seen[corners[t, 2], 2]
        for y in range(y0, y1 + 1):
            for x in range(x0, x1 + 1):
                wa, wb, wc = _weights(seen, corners, t, area, x, y)
                if wa < 0 or wb < 0 or wc < 0:
                    continue
                z = 1 / (wa / za + wb / zb + wc / zc)
                if z < depth[y, x]:
                    depth[y, x], triangle[y, x], weights[y, x, 0], weights[y, x, 1] = z, t + first, wa / za * z, wb / zb * z


@njit(**FAST)
def fill_depth(seen, corners, size, depth):
    """The depth alone, of a shadow map with parallel or near-parallel rays."""
    for t in range(len(corners)):
        area, x0, x1, y0, y1 = _reach(seen, corners, t, size, size)
        za, zb, zc = seen[corners[t, 0], 2], seen[corners[t, 1], 2], seen[corners[t, 2], 2]
        for y in range(y0, y1 + 1):
            for x in range(x0, x1 + 1):
                wa, wb, wc = _weights(seen, corners, t, area, x, y)
                if wa < 0 or wb < 0 or wc < 0:
                    continue
                z = wa * za + wb * zb + wc * zc
                if z < depth[y, x]:
                    depth[y, x] = z


@njit(**FAST)
def _hash(i, j, k):
    n = (i * 374761393 + j * 668265263 + k * 2147483647 + 1013904223) & 0xffffffff
    n = ((n ^ (n >> 13)) * 1274126177) & 0xffffffff
    return ((n ^ (n >> 16)) & 0xffff) / 32767.5 - 1


@njit(**FAST)
def _lattice(x, y, z):
    """Trilinear value noise in -1..1."""
    i, j, k = int(math.floor(x)), int(math.floor(y)), int(math.floor(z))
    u, v, w = x - i, y - j, z - k
    u, v, w = u * u * (3 - 2 * u), v * v * (3 - 2 * v), w * w * (3 - 2 * w)
    total = 0.0
    for a in range(2):
        for b in range(2):
            for c in range(2):
                share = (u if a else 1 - u) * (v if b else 1 - v) * (w if c else 1 - w)
                total += share * _hash(i + a, j + b, k + c)
    return total


@njit(**FAST)
def _lit(maps, light, matrix, flat, x, y, z, bias):
    """Share of 4 neighbouring samples of a shadow map that see the point."""
    d = matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2] * z + matrix[2, 3]
    w = 1.0 if flat else d
    u = (matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2] * z + matrix[0, 3]) / w - .5
    v = (matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2] * z + matrix[1, 3]) / w - .5
    size = maps.shape[1]
    i, j = int(math.floor(u)), int(math.floor(v))
    if i < 0 or j < 0 or i + 1 >= size or j + 1 >= size:
        return 1.0
    fu, fv, d = u - i, v - j, d - bias
    lit = 0.0
    lit += (1 - fu) * (1 - fv) * (1.0 if maps[light, j, i] >= d else 0.0)
    lit += fu * (1 - fv) * (1.0 if maps[light, j, i + 1] >= d else 0.0)
    lit += (1 - fu) * fv * (1.0 if maps[light, j + 1, i] >= d else 0.0)
    lit += fu * fv * (1.0 if maps[light, j + 1, i + 1] >= d else 0.0)
    return lit


@njit(**FAST)
def _albedo(kind, low, high, scale, tex, pixels, u, v, ox, oy, oz, shift, out):
    """Colour of a material: 0 plain, 1 picture, 2 noise, 3 wood (object coordinates and a shift of its own)."""
    if kind == 1:
        offset, h, w = tex[0], tex[1], tex[2]
        x, y = (u - math.floor(u)) * w - .5, (1 - (v - math.floor(v))) * h - .5
        i, j = int(math.floor(x)), int(math.floor(y))
        fx, fy = x - i, y - j
        for c in range(3):
            out[c] = 0.0
        for b in range(2):
            for a in range(2):
                share = (fx if a else 1 - fx) * (fy if b else 1 - fy)
                at = offset + (((j + b) % h) * w + (i + a) % w) * 3
                for c in range(3):
                    out[c] += share * pixels[at + c]
        return
    t = 0.5
    if kind >= 2:
        stretch = .16 if kind == 3 else 1.0
        x, y, z = (ox + shift) * scale, (oy + shift) * scale * .9, (oz + shift) * scale * stretch
        t, size = 0.0, 1.0
        for _ in range(3):
            t += size * _lattice(x, y, z)
            x, y, z, size = 2 * x + 7.3, 2 * y + 1.7, 2 * z + 3.1, size * .5
        t = min(1.0, max(0.0, .5 + t * .75))
    for c in range(3):
        out[c] = low[c] * (1 - t) + high[c] * t


@njit(**FAST)
def shade(triangle, wanted, weights, eye, vertices, local, corners, normals, uvs, of_object, object_material, object_shift, kinds, low, high, scales,
          rough, specular, texture, pixels, light_position, light_direction, light_colour, light_flat, light_matrix, maps, sky, ground, fill_light, background):
    """Linear RGB [row, column, 3] of the wanted samples; the others are left as they come.

    Lights: `light_position` for those with a place (radiant intensity `light_colour`), `light_direction` (towards the light) for
    samples of the surroundings (irradiance on a level surface).  `sky` [3, 3]: zenith, horizon, added towards +x, for reflections.
    """
    rows, columns = triangle.shape
    out = np.zeros((rows, columns, 3), np.float32)
    base = np.empty(3, np.float32)
    total, shine = np.empty(3, np.float32), np.empty(3, np.float32)
    for r in range(rows):
        for q in range(columns):
            if not wanted[r, q]:
                continue
            t = triangle[r, q]
            if t < 0:
                for c in range(3):
                    out[r, q, c] = background[c]
                continue
            wa, wb = weights[r, q, 0], weights[r, q, 1]
            wc = 1 - wa - wb
            a, b, d = corners[t, 0], corners[t, 1], corners[t, 2]
            x = wa * vertices[a, 0] + wb * vertices[b, 0] + wc * vertices[d, 0]
            y = wa * vertices[a, 1] + wb * vertices[b, 1] + wc * vertices[d, 1]
            z = wa * vertices[a, 2] + wb * vertices[b, 2] + wc * vertices[d, 2]
            ox = wa * local[a, 0] + wb * local[b, 0] + wc * local[d, 0]
            oy = wa * local[a, 1] + wb * local[b, 1] + wc * local[d, 1]
            oz = wa * local[a, 2] + wb * local[b, 2] + wc * local[d, 2]
            nx = wa * normals[t, 0, 0] + wb * normals[t, 1, 0] + wc * normals[t, 2, 0]
            ny = wa * normals[t, 0, 1] + wb * normals[t, 1, 1] + wc * normals[t, 2, 1]
            nz = wa * normals[t, 0, 2] + wb * normals[t, 1, 2] + wc * normals[t, 2, 2]
            length = math.sqrt(nx * nx + ny * ny + nz * nz) + 1e-9
            vx, vy, vz = eye[0] - x, eye[1] - y, eye[2] - z
            far = math.sqrt(vx * vx + vy * vy + vz * vz)
            vx, vy, vz = vx / far, vy / far, vz / far
            if nx * vx + ny * vy + nz * vz < 0:
                length = -length
            nx, ny, nz = nx / length, ny / length, nz / length
            o = of_object[t]
            m = object_material[o]
            u = wa * uvs[t, 0, 0] + wb * uvs[t, 1, 0] + wc * uvs[t, 2, 0]
            v = wa * uvs[t, 0, 1] + wb * uvs[t, 1, 1] + wc * uvs[t, 2, 1]
            _albedo(kinds[m], low[m], high[m], scales[m], texture[m], pixels, u, v, ox, oy, oz, object_shift[o], base)
            up = .5 + .5 * nz
            for c in range(3):
                total[c] = fill_light * (up * (.6 * sky[0, c] + .4 * sky[1, c]) + (1 - up) * ground[c])
                shine[c] = 0.0
            power = 2.0 / max(.02, rough[m] ** 4) - 2
            for k in range(len(light_flat)):
                if light_flat[k]:
                    lx, ly, lz, strength = light_direction[k, 0], light_direction[k, 1], light_direction[k, 2], 1.0
                    level = max(lz, .15)
                else:
                    lx, ly, lz = light_position[k, 0] - x, light_position[k, 1] - y, light_position[k, 2] - z
                    away = math.sqrt(lx * lx + ly * ly + lz * lz)
                    lx, ly, lz = lx / away, ly / away, lz / away
                    facing = -(lx * light_direction[k, 0] + ly * light_direction[k, 1] + lz * light_direction[k, 2])
                    strength, level = max(0.0, facing) / (away * away), 1.0
                cosine = nx * lx + ny * ly + nz * lz
                if cosine <= 0 or strength <= 0:
                    continue
                lit = strength * _lit(maps, k, light_matrix[k], light_flat[k], x + nx * .0012, y + ny * .0012, z + nz * .0012, .0012)
                if lit <= 0:
                    continue
                gloss = 0.0
                if not light_flat[k]:
                    hx, hy, hz = lx + vx, ly + vy, lz + vz
                    toward = max(0.0, (nx * hx + ny * hy + nz * hz) / math.sqrt(hx * hx + hy * hy + hz * hz + 1e-9))
                    gloss = specular[m] * .04 * (power + 2) * .125 * toward ** power * cosine * math.pi
                for c in range(3):
                    total[c] += light_colour[k, c] * lit * cosine / level
                    shine[c] += light_colour[k, c] * lit * gloss
            facing = max(0.0, nx * vx + ny * vy + nz * vz)
            fresnel = specular[m] * (.04 + (max(.04, 1 - rough[m]) - .04) * (1 - facing) ** 5)
            rx, rz = 2 * facing * nx - vx, 2 * facing * nz - vz
            high_up, side = max(0.0, rz), max(0.0, rx)
            for c in range(3):
                mirror = ground[c] if rz < 0 else sky[1, c] * (1 - high_up) + sky[0, c] * high_up + sky[2, c] * side
                out[r, q, c] = base[c] * total[c] + shine[c] + fresnel * mirror
    return out
