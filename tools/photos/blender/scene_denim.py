"""The chest of a denim jacket: yoke seam, pocket flap, five pins."""

import math

import fabrics
import materials
import mesh
import studio
from badge import badge
from cloth import Cloth

SHAPE = (4, 3)
FILM = {"exposure": 0.35, "look": "High Contrast"}
# The threads are as fine as the grain: take little of either.
KEEP_GRAIN = 0.4
GOLD = (0.60, 0.29, 0.05)
FLAP = [(-104, 14), (4, 14), (4, -24), (-50, -44), (-104, -24)]


def _inset(points, by):
    x = sum(p[0] for p in points) / len(points)
    y = sum(p[1] for p in points) / len(points)
    return [(px - by * math.copysign(1, px - x) * (abs(px - x) > 1), py - by * math.copysign(1, py - y)) for px, py in points]


def _shank(cloth, x, y):
    """The jacket's own button: copper, hammered flat, a ring and a boss."""
    copper = materials.metal("copper", (0.62, 0.36, 0.20, 1), 0.32)
    profile = [(8.6, 0), (8.8, 0.9), (8.4, 1.7), (7.4, 2.0), (6.6, 1.5), (6.0, 1.2), (3.4, 1.3), (2.8, 2.0), (1.6, 2.4), (0.001, 2.5)]
    body = mesh.turned("shank", [(r / 1000, z / 1000) for r, z in profile][::-1], 96)
    holder = mesh.thing("shank", body, copper)
    cloth.lay(holder, x, y, 7, 0.6)


def build():
    cloth = Cloth(400, 340, 0.42)
    cloth.folds(3.2, 3.5, 21)
    cloth.folds(0.5, 22, 5, 3)
    cloth.bend(58, (70, -40), 5.5, 26)
    cloth.bend(70, (118, 0), -4.0, 18)
    cloth.bend(-24, (-40, -90), 4.0, 22)
    yoke = [(-205, 53), (0, 47), (205, 49)]
    cloth.band(yoke, 13, 1.1)
    for off in (-4.2, 2.6):
        cloth.stitch([(x, y + off) for x, y in yoke])
    for x, lean in ((-84, 4), (-12, -5)):
        seam = [(x, -26), (x + lean * 5, -172)]
        cloth.band(seam, 11, 0.9)
        for off in (-3.2, 2.6):
            cloth.stitch([(px + off, min(py, -33)) for px, py in seam])
    cloth.layer(FLAP, 1.8)
    for by in (1.8, 7.6):
        edge = _inset(FLAP, by)
        cloth.stitch([(edge[0][0], 14), edge[4], edge[3], edge[2], (edge[1][0], 14)])
    cloth.stitch([(-104, 11.5), (4, 11.5)])
    cloth.cut(fabrics.denim(cloth), GOLD)
    _shank(cloth, -50, -29)

    for face, x, y, spin in (
        ("cat", 30, 12, 7), ("mountains", 104, -40, -12), ("nuble", 94, 26, 9),
        ("heart", 42, -50, -16), ("band", -36, 84, -8),
    ):
        cloth.lay(badge(face, spin=spin), x, y, 21)

    studio.room("interior", 0.75, turn=200)
    studio.window((-0.55, 0.42, 0.42), (0.02, 0, 0), 0.5, 0.6, 11, (1, 0.95, 0.87))
    studio.softbox((0.6, -0.5, 0.5), (0, 0, 0), 0.4, 0.4, 1.1, (0.8, 0.88, 1))
    studio.camera((0.030, 0.006, 0), 0.60, 66, azimuth=-10, roll=-5, lens=85, fstop=4.5, focus=(0.034, 0.005, 0.006))
