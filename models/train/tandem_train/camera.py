"""The camera over the table: where it stands, how it is focused on the boards, and its lens.

World frame: metres, z up, the table at z = 0.  Pixels have their origin at the picture's top left corner.
"""
import math

import cv2
import numpy as np


class Camera:
    """A pinhole with radial distortion, fitted so that the given points of the table fill the picture.

    `settings` (completed in place): width, height, height_m, offset (foot point from the point looked at, metres),
    margin (1 = the points touch the frame), roll in degrees, aim (the point looked at), k1, k2, fov_deg.
    """

    def __init__(self, settings, points, seed, two_boards):
        g = np.random.default_rng([seed, 12])
        square_picture = settings.setdefault("fit", "board") == "board" and not two_boards
        drawn = (("width", 960), ("height", 960 if square_picture else 720),
                 ("height_m", float(g.uniform(.85, 1.5)) * (1.4 if two_boards else 1)),
                 ("offset", [float(x) for x in g.normal(0, .14, 2)]), ("margin", float(g.uniform(1.02, 1.12))),
                 ("roll", float(g.normal(0, 3))), ("k1", float(g.uniform(-.14, .03))), ("k2", float(g.uniform(-.01, .03))))
        for name, value in drawn:
            settings.setdefault(name, value)
        self.settings, self.width, self.height = settings, settings["width"], settings["height"]
        self.distortion = np.array([settings["k1"], settings["k2"], 0, 0, 0.])
        points = np.array(points)
        self._stand(points)
        self.intrinsics = self._matrix(self._focal_length(points))
        self._plan_render()

    def _stand(self, points):
        c = self.settings
        aim = np.array([*(c.get("aim") or (points.min(0) + points.max(0))[:2] / 2), 0.])
        self.position = aim + np.array([*c["offset"], c["height_m"]])
        forward = (aim - self.position) / np.linalg.norm(aim - self.position)
        right = np.cross(forward, np.array([0, 1., 0]))
        right /= np.linalg.norm(right)
        up = np.cross(right, forward)
        a = math.radians(c["roll"])
        right, up = right * math.cos(a) + up * math.sin(a), up * math.cos(a) - right * math.sin(a)
        self.rotation = np.array([right, -up, forward])         # camera_from_world
        self.translation = -self.rotation @ self.position

    def _matrix(self, f):
        return np.array([[f, 0, self.width / 2], [0, f, self.height / 2], [0, 0, 1.]])

    def _focal_length(self, points):
        c, w, h = self.settings, self.width, self.height
        if c.get("fov_deg"):
            return w / 2 / math.tan(math.radians(c["fov_deg"]) / 2)
        low, high = 10., 1e5
        for _ in range(50):
            f = math.sqrt(low * high)
            q = self._project(points, self._matrix(f))
            fits = (np.abs(q[:, 0] - w / 2) * c["margin"] < w / 2).all() and (np.abs(q[:, 1] - h / 2) * c["margin"] < h / 2).all()
            low, high = (f, high) if fits else (low, f)
        return low

    def _project(self, points, matrix):
        rotation = cv2.Rodrigues(self.rotation)[0]
        return cv2.projectPoints(np.asarray(points, float).reshape(-1, 3), rotation, self.translation, matrix, self.distortion)[0][:, 0]

    def project(self, points):
        """World points [n, 3] -> pixels [n, 2] of the final, distorted picture."""
        return self._project(points, self.intrinsics)

    def undistort(self, pixels):
        """Pixels of the final picture -> pixels of a distortion-free one."""
        return cv2.undistortPoints(np.asarray(pixels, float).reshape(-1, 1, 2), self.intrinsics, self.distortion, P=self.intrinsics)[:, 0]

    def _plan_render(self):
        """The size of the distortion-free render that covers the picture, and the map from it."""
        w, h = self.width, self.height
        edge = [[0, 0], [w / 2, 0], [w, 0], [w, h / 2], [w, h], [w / 2, h], [0, h], [0, h / 2]]
        reach = np.abs(self.undistort(edge) - [w / 2, h / 2]).max(0) * 1.01
        self.render_width = int(2 * max(reach[0], w / 2) + 2) // 2 * 2
        self.render_height = int(2 * max(reach[1], h / 2) + 2) // 2 * 2
        x, y = np.meshgrid(np.arange(w) + .5, np.arange(h) + .5)
        u = self.to_render(np.stack([x, y], -1)).reshape(h, w, 2)
        self.map_x, self.map_y = (u[..., 0] - .5).astype(np.float32), (u[..., 1] - .5).astype(np.float32)

    def to_render(self, pixels):
        """Pixels of the final picture -> pixels of the render."""
        return self.undistort(pixels) - [self.width / 2, self.height / 2] + [self.render_width / 2, self.render_height / 2]

    def distort(self, render, interpolation):
        """A render -> the final picture."""
        return cv2.remap(render, self.map_x, self.map_y, interpolation, borderMode=cv2.BORDER_REPLICATE)

    def describe(self):
        """For the truth: matrices with millimetres."""
        rounded = lambda a: np.round(np.asarray(a, float), 2).tolist()
        return dict(K=rounded(self.intrinsics), R=np.round(self.rotation, 6).tolist(), t=rounded(self.translation * 1000),
                    dist=rounded(self.distortion), units="mm")
