"""An order being packed: pins on their cards, an envelope, cord."""

import materials
import parcel
import props
import studio
from badge import badge

SHAPE = (4, 3)
FILM = {"exposure": 0.35, "look": "High Contrast"}
# print, face, place in mm, turn, how high it lies (mm)
CARDS = (
    ("card-white", "copihue", 144, -41, 7, 0.1), ("card-kraft", "puma", 69, 6, -9, 0.8),
    ("card-blue", "birthday", 129, 74, 13, 1.6), ("card-white", "club", -22, -85, 12, 0.1),
)


def build():
    studio.room("interior", 0.6, turn=60)
    studio.window((-0.7, 0.5, 0.5), (0, 0, 0), 0.55, 0.7, 16, (1, 0.95, 0.86))
    studio.softbox((0.6, -0.5, 0.6), (0, 0, 0), 0.5, 0.5, 1.1, (0.86, 0.91, 1))
    props.ground(materials.paper("rose paper", (0.62, 0.22, 0.20)))
    parcel.envelope(-0.107, 0.047, 16)
    parcel.bow(-0.107, 0.047, 16)
    for one in CARDS:
        parcel.card(*one)
    badge("heart", (-0.1442, -0.0815, 0), spin=-12)
    badge("sun", (-0.0909, -0.1129, 0), spin=20)
    badge("strawberries", (0.0784, -0.1160, 0), spin=18)
    badge("together", (0.1379, -0.1285, 0), spin=-9)
    badge("palta", (-0.1505, -0.1442, 0), spin=5, upside_down=True)
    studio.camera(
        (0.016, -0.009, 0.003), 0.86, 56, azimuth=-10, roll=-3, fstop=8, focus=(0.031, -0.019, 0.006),
    )
