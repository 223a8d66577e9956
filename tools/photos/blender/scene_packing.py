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
    ("card-white", "copihue", 92, -26, 7, 0.1), ("card-kraft", "puma", 44, 4, -9, 0.8),
    ("card-blue", "birthday", 82, 47, 13, 1.6), ("card-white", "club", -14, -54, 12, 0.1),
)


def build():
    studio.room("interior", 0.6, turn=60)
    studio.window((-0.7, 0.5, 0.5), (0, 0, 0), 0.55, 0.7, 16, (1, 0.95, 0.86))
    studio.softbox((0.6, -0.5, 0.6), (0, 0, 0), 0.5, 0.5, 1.1, (0.86, 0.91, 1))
    props.ground(materials.paper("rose paper", (0.62, 0.22, 0.20)))
    parcel.envelope(-0.068, 0.030, 16)
    parcel.bow(-0.068, 0.030, 16)
    for one in CARDS:
        parcel.card(*one)
    badge("heart", (-0.092, -0.052, 0), 0.032, -12)
    badge("sun", (-0.058, -0.072, 0), 0.037, 20)
    badge("strawberries", (0.050, -0.074, 0), 0.037, 18)
    badge("together", (0.088, -0.082, 0), 0.032, -9)
    badge("palta", (-0.096, -0.092, 0), 0.037, 5, upside_down=True)
    studio.camera(
        (0.010, -0.006, 0.002), 0.55, 56, azimuth=-10, roll=-3, fstop=8, focus=(0.02, -0.012, 0.005),
    )
