"""A table from above: a morning's work, scattered on coloured paper."""

import random

import materials
import props
import studio
from badge import badge

SHAPE = (4, 3)
FILM = {"exposure": 0.25, "look": "High Contrast"}
FACES = (
    "birthday", "club", "nuble", "sun", "hello", "reading", "cat", "water", "strawberries", "band",
    "copihue", "dog", "puma", "palta", "heart", "together", "mountains", "drawing", "bike", "mum",
)
UPSIDE_DOWN = {4, 13, 22}
# Badges that came to lie on their neighbours: place, height and lean in mm and degrees.
ON_TOP = (
    ("sun", -80, 22, 5.2, 8, 160, 24), ("bike", 72, -31, 5.2, 7, 20, -30), ("cat", 5, 67, 5.3, 7, 80, 14),
)


def build():
    studio.room("interior", 0.55, turn=40)
    studio.window((-0.75, 0.45, 0.55), (0, 0, 0), 0.55, 0.7, 17, (1, 0.95, 0.86))
    studio.softbox((0.7, -0.3, 0.6), (0, 0, 0), 0.5, 0.5, 1.3, (0.85, 0.9, 1))
    props.ground(materials.paper("teal paper", (0.022, 0.17, 0.19)))
    dice = random.Random(9)
    number = 0
    for row in range(-2, 3):
        for column in range(-3, 3):
            x = (column + 0.5 + (row % 2) * 0.5) * 70 + dice.uniform(-7, 7)
            y = row * 65 + dice.uniform(-6, 6)
            face = FACES[(number * 7 + 3) % len(FACES)]
            badge(
                face, (x / 1000, y / 1000, 0), spin=dice.uniform(-35, 35),
                upside_down=number in UPSIDE_DOWN,
            )
            number += 1
    for face, x, y, z, lean, toward, spin in ON_TOP:
        badge(face, (x / 1000, y / 1000, z / 1000), spin=spin, tilt=lean, toward=toward)
    studio.camera((0.003, -0.006, 0), 0.77, 58, azimuth=9, roll=4, lens=85, fstop=5.6, focus=(0, -0.018, 0.005))
