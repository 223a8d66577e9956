"""What an order travels in: backing cards, a kraft envelope, a bow of cord."""

import math

import materials
import props
from badge import badge

CARD = (0.085, 0.119)


def card(printed, face, x, y, turn, z):
    """A card and, if a face is named, its badge: place in mm, turn in degrees, height in mm."""
    place = (x / 1000, y / 1000, z / 1000)
    props.block("card", *CARD, 0.0005, materials.card(printed), 0.006, place, turn, 0.0001)
    if face:
        badge(face, (x / 1000, y / 1000, z / 1000 + 0.0006), spin=turn + 2)


def envelope(x, y, turn):
    kraft = materials.paper("kraft", (0.42, 0.24, 0.11), 0.00008, 0.12, 1300)
    props.block("envelope", 0.2351, 0.1646, 0.0050, kraft, 0.0031, (x, y, 0.0002), turn, 0.0019)
    corners = [(0.1168, 0.0815), (-0.1168, 0.0815), (-0.0188, -0.0094), (0.0188, -0.0094)]
    props.sheet("flap", corners, 0.0056, 0.0008, kraft, (x, y, 0), turn, 0.00036)


def _turned(points, x, y, turn):
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return [(x + px * c - py * s, y + px * s + py * c, pz) for px, py, pz in points]


def bow(x, y, turn):
    """Cord around an envelope of the same place and turn, tied on top."""
    cord = materials.plain("cord", (0.72, 0.06, 0.08), 0.8, 0.2, Sheen=0.6)
    h = 0.0077
    lines = (
        [(-0.1238, 0.0063, -0.0031), (-0.1199, 0.0047, 0.0044), (-0.0627, 0.0031, h), (0, 0, h + 0.0009),
         (0.0627, 0.0016, h), (0.1199, 0.0031, 0.0044), (0.1238, 0.0031, -0.0031)],
        [(0.0047, -0.0878, -0.0031), (0.0031, -0.0839, 0.0044), (0.0016, -0.0470, 0.0066),
         (0, 0, h + 0.0019), (-0.0016, 0.0470, h), (0, 0.0839, 0.0044), (0, 0.0878, -0.0031)],
        [(0, 0, h + 0.0016), (-0.0219, 0.0157, h + 0.0094), (-0.0502, 0.0219, h + 0.0094),
         (-0.0580, 0.0063, h + 0.0031), (-0.0376, -0.0047, h + 0.0016), (-0.0094, 0.0008, h + 0.0034),
         (0.0063, 0.0016, h + 0.0031)],
        [(-0.0031, 0, h + 0.0038), (0.0204, -0.0141, h + 0.0094), (0.0486, -0.0157, h + 0.0094),
         (0.0564, 0.0016, h + 0.0031), (0.0345, 0.0094, h + 0.0016), (0.0063, 0.0000, h + 0.0041),
         (-0.0063, -0.0016, h + 0.0031)],
        [(0, 0, h + 0.0025), (-0.0157, -0.0219, h + 0.0019), (-0.0345, -0.0314, h + 0.0003),
         (-0.0470, -0.0533, 0.0066)],
        [(0, 0, h + 0.0025), (0.0188, -0.0251, h + 0.0019), (0.0251, -0.0470, 0.0069),
         (0.0470, -0.0627, 0.0066)],
    )
    for line in lines:
        props.twine(_turned(line, x, y, turn), cord, 0.0010)
