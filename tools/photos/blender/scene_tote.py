"""A canvas tote bag hanging before a warm wall."""

import bpy
import numpy as np

import fabrics
import materials
import mesh
import props
import studio
from badge import badge
from cloth import Cloth

SHAPE = (4, 3)
FILM = {"exposure": 0.6, "look": "High Contrast"}
# The threads are as fine as the grain: take little of either.
KEEP_GRAIN = 0.7
RED = (0.50, 0.035, 0.03)
TOP = 105


def _strap(bag, x, cotton):
    """Webbing sewn on with a crossed square, going up beyond the bag's edge."""
    strip = Cloth(27, 190, 0.5)
    middle = 60 + strip.depth / 2 - 26
    for row in range(strip.height.shape[0]):
        y = strip.y[row, 0] + middle
        strip.height[row] = bag.at(x, min(y, TOP)) + 1.5 + max(0, y - TOP) ** 1.5 * 0.012
    edge = np.clip((13.5 - np.abs(strip.x)) / 1.0, 0, 1)
    strip.height += 0.8 * np.sqrt(1 - (1 - edge) ** 2) - 0.8
    low, high = -strip.depth / 2 + 3, -strip.depth / 2 + 3 + 30
    strip.stitch([(-10.5, low), (10.5, low), (10.5, high), (-10.5, high), (-10.5, low)])
    strip.stitch([(-10.5, low), (10.5, high)])
    strip.stitch([(10.5, low), (-10.5, high)])
    before = set(bpy.data.objects)
    strip.cut(cotton, RED)
    for made in set(bpy.data.objects) - before:
        made.location = (x / 1000, middle / 1000, 0)


def build():
    bag = Cloth(360, 2 * TOP, 0.45)
    calm = np.clip((TOP - bag.y) / 120, 0.12, 1)
    bag.folds(5.5, 3.4, 31)
    bag.bend(74, (-104, -40), 11, 20)
    bag.bend(97, (4, -110), -8, 30)
    bag.bend(64, (138, -50), 12, 22)
    bag.bend(50, (56, -80), 4, 8)
    bag.height *= calm
    bag.folds(0.55, 24, 4, 3)
    bag.band([(-200, TOP - 12), (200, TOP - 12)], 25, 0.9)
    bag.stitch([(-180, TOP - 22), (180, TOP - 22)])
    cotton = fabrics.canvas(bag)
    bag.cut(cotton, RED)
    for x in (-92, 78):
        _strap(bag, x, cotton)
    for face, x, y, spin in (
        ("water", -50, 18, 6), ("dog", 15, 30, -9), ("together", 24, -34, 8),
        ("palta", -40, -46, -14), ("sun", 84, 2, 15),
    ):
        bag.lay(badge(face, spin=spin), x, y, 21)

    wall = materials.paper("wall", (0.50, 0.13, 0.07), 0.0006, 0.05, 120)
    props.ground(wall, 3, -0.16)
    studio.room("interior", 0.6, turn=150, fill=(0.34, 0.32, 0.29))
    studio.window((-0.8, 0.35, 0.34), (0, 0, 0), 0.55, 0.75, 15, (1, 0.94, 0.85))
    studio.softbox((0.7, -0.4, 0.6), (0, 0, 0), 0.5, 0.5, 1.0, (0.85, 0.9, 1))
    studio.camera((0.012, 0.022, 0), 0.60, 72, azimuth=8, roll=2, lens=85, fstop=4.5, focus=(0, 0.0, 0.01))
