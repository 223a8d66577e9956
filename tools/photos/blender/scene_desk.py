"""A desk in the morning: cup, pencil and notebook tell how small a pin is."""

import materials
import mesh
import props
import studio
from badge import badge

SHAPE = (4, 3)
FILM = {"exposure": 0.3, "look": "High Contrast"}


def build():
    studio.room("interior", 0.7, turn=120)
    studio.window((-0.7, 0.55, 0.5), (0, 0, 0.02), 0.6, 0.75, 15, (1, 0.94, 0.84))
    studio.softbox((0.6, -0.5, 0.7), (0, 0, 0), 0.5, 0.5, 0.9, (0.86, 0.91, 1))
    props.ground(props.wood())
    kraft = materials.paper("kraft", (0.45, 0.27, 0.13), 0.00006, 0.10, 1400)
    pages = materials.plain("pages", (0.84, 0.80, 0.70), 0.9)
    props.block("cover", 0.105, 0.148, 0.0007, kraft, at=(-0.012, 0.0, 0.0002), turn=-17)
    props.block("pages", 0.102, 0.145, 0.0078, pages, at=(-0.012, 0.0, 0.0009), turn=-17)
    props.block("cover", 0.105, 0.148, 0.0007, kraft, at=(-0.012, 0.0, 0.0087), turn=-17)
    band = materials.plain("elastic", (0.55, 0.03, 0.05), 0.7)
    props.block("elastic", 0.006, 0.149, 0.0008, band, 0.0004, at=(0.0265, -0.0115, 0.0094), turn=-17)
    props.pencil((-0.052, -0.062, 0.0096), 84)
    glaze = materials.plain("glaze", (0.30, 0.52, 0.50), 0.14, 0.55)
    props.cup((0.086, 0.104, 0), glaze, turn=-38)
    badge("hello", (-0.010, -0.032, 0.0096), spin=6)
    badge("strawberries", (0.074, -0.044, 0), spin=-16)
    badge("mountains", (0.126, 0.000, 0), spin=12)
    badge("drawing", (0.002, 0.032, 0.0096), spin=-10)
    studio.camera((0.034, 0.016, 0.012), 0.60, 40, azimuth=-8, roll=1.5, lens=85, fstop=5, focus=(-0.002, -0.030, 0.013))
