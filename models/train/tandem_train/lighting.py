"""Eight kinds of room light."""
import math

import numpy as np

LIGHTS = ["window", "ceiling", "fluorescent", "lamp", "mixed", "hdri", "harsh", "dim"]


def tint(t):
    """Colour of light, t from -1 (cool) to 1 (warm)."""
    return tuple(np.clip([1, .93 - .10 * t, .86 - .34 * t], 0, 1))


def add_lights(scene):
    """Area lights and surroundings of the style's `light`, drawn from the scene's seed."""
    g, kind, studio = np.random.default_rng([scene.seed, 10]), scene.style["light"], scene.studio
    centre = np.mean([scene.world_from_board(b, (0, 0)) for b in scene.boards], 0)
    around = str(g.choice(["interior", "courtyard", "city", "studio", "forest", "sunset"]))
    turn, strength, azimuth = g.uniform(0, 6.28), .35, g.uniform(0, 6.28)
    beside = lambda r, z: centre + np.array([r * math.cos(azimuth), r * math.sin(azimuth), z])
    if kind in ("window", "mixed"):
        studio.area_light(beside(2.2, g.uniform(.9, 1.7)), (g.uniform(1, 1.8), g.uniform(.9, 1.4)), g.uniform(60, 140), tint(g.uniform(-1, -.2)), centre)
    if kind in ("ceiling", "mixed"):
        shift = g.uniform(-.8, .8, 2)
        for i in range(int(g.integers(1, 4))):
            place = centre + [shift[0] + (i - 1) * 1.3, shift[1] + g.normal(0, .1), g.uniform(1.7, 2.1)]
            studio.area_light(place, (.6, .6), g.uniform(25, 60), tint(g.uniform(-.3, .5)), centre + [shift[0] + (i - 1) * 1.3, shift[1], 0])
    if kind == "fluorescent":
        shift, across = g.uniform(-.5, .5, 2), g.choice([0, 1])
        for i in range(2):
            p = shift + (np.array([0, (i - .5) * 1.6]) if across else np.array([(i - .5) * 1.6, 0]))
            studio.area_light(centre + [*p, 1.9], (1.3, .12) if across else (.12, 1.3), g.uniform(30, 60), (.93, 1., .96), centre + [*p, 0])
    if kind == "lamp":
        studio.area_light(beside(g.uniform(.7, 1.1), g.uniform(.5, .9)), (.10, .10), g.uniform(14, 28), tint(g.uniform(.5, 1)), centre)
        strength = .18
    if kind == "harsh":
        studio.area_light(beside(2.5, g.uniform(1.2, 2.4)), (.12, .12), g.uniform(120, 220), tint(g.uniform(-.2, .3)), centre)
        strength = .25
    if kind == "dim":
        studio.area_light(beside(1.6, 1.8), (.5, .5), 10, tint(.8), centre)
        strength = .06
    if kind == "hdri":
        strength, around = 1.0, str(g.choice(["interior", "studio", "courtyard", "sunset", "city"]))
    studio.surroundings(around, turn, strength)
