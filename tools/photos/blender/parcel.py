"""What an order travels in: backing cards, a kraft envelope, a bow of cord."""

import math

import materials
import props
from badge import badge

CARD = (0.054, 0.0756)


def card(printed, face, x, y, turn, z):
    """A card and, if a face is named, its badge: place in mm, turn in degrees, height in mm."""
    place = (x / 1000, y / 1000, z / 1000)
    props.block("card", *CARD, 0.0005, materials.card(printed), 0.004, place, turn, 0.0001)
    if face:
        badge(face, (x / 1000, y / 1000, z / 1000 + 0.0006), 0.037, turn + 2)


def envelope(x, y, turn):
    kraft = materials.paper("kraft", (0.42, 0.24, 0.11), 0.00008, 0.12, 1300)
    props.block("envelope", 0.150, 0.105, 0.0032, kraft, 0.002, (x, y, 0.0001), turn, 0.0012)
    corners = [(0.0745, 0.052), (-0.0745, 0.052), (-0.012, -0.006), (0.012, -0.006)]
    props.sheet("flap", corners, 0.0036, 0.0005, kraft, (x, y), turn)


def _turned(points, x, y, turn):
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return [(x + px * c - py * s, y + px * s + py * c, pz) for px, py, pz in points]


def bow(x, y, turn):
    """Cord around an envelope of the same place and turn, tied on top."""
    cord = materials.plain("cord", (0.72, 0.06, 0.08), 0.8, 0.2, Sheen=0.6)
    h = 0.0049
    lines = (
        [(-0.079, 0.004, -0.002), (-0.0765, 0.003, 0.0028), (-0.04, 0.002, h), (0, 0, h + 0.0006),
         (0.04, 0.001, h), (0.0765, 0.002, 0.0028), (0.079, 0.002, -0.002)],
        [(0.003, -0.056, -0.002), (0.002, -0.0535, 0.0028), (0.001, -0.03, 0.0042),
         (0, 0, h + 0.0012), (-0.001, 0.03, h), (0, 0.0535, 0.0028), (0, 0.056, -0.002)],
        [(0, 0, h + 0.001), (-0.014, 0.010, h + 0.006), (-0.032, 0.014, h + 0.006),
         (-0.037, 0.004, h + 0.002), (-0.024, -0.003, h + 0.001), (-0.006, 0.0005, h + 0.0022),
         (0.004, 0.001, h + 0.002)],
        [(-0.002, 0, h + 0.0024), (0.013, -0.009, h + 0.006), (0.031, -0.010, h + 0.006),
         (0.036, 0.001, h + 0.002), (0.022, 0.006, h + 0.001), (0.004, 0.0, h + 0.0026),
         (-0.004, -0.001, h + 0.002)],
        [(0, 0, h + 0.0016), (-0.010, -0.014, h + 0.0012), (-0.022, -0.020, h + 0.0002),
         (-0.030, -0.034, 0.0042)],
        [(0, 0, h + 0.0016), (0.012, -0.016, h + 0.0012), (0.016, -0.030, 0.0044),
         (0.030, -0.040, 0.0042)],
    )
    for line in lines:
        props.twine(_turned(line, x, y, turn), cord, 0.00062)
