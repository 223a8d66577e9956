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
    ("sun", -52, 14, 4.4, 10, 160, 24), ("bike", 47, -20, 4.4, 9, 20, -30), ("cat", 3, 43, 4.5, 9, 80, 14),
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
            x = (column + 0.5 + (row % 2) * 0.5) * 46 + dice.uniform(-5, 5)
            y = row * 42 + dice.uniform(-4.5, 4.5)
            size = dice.choice((37, 37, 37, 32, 44)) if number % 6 else 37
            face = FACES[(number * 7 + 3) % len(FACES)]
            badge(
                face, (x / 1000, y / 1000, 0), min(size, 40) / 1000, dice.uniform(-35, 35),
                upside_down=number in UPSIDE_DOWN,
            )
            number += 1
    for face, x, y, z, lean, toward, spin in ON_TOP:
        badge(face, (x / 1000, y / 1000, z / 1000), 0.037, spin, lean, toward)
    studio.camera((0.002, -0.004, 0), 0.5, 58, azimuth=9, roll=4, lens=85, fstop=5.6, focus=(0, -0.012, 0.004))
