"""Small still lifes, cut out with their shadow: `still-envelope`, `still-cards`."""

import materials
import parcel
import props
import studio
from badge import badge

SHAPE = (4, 3)
FILM = {"exposure": 0.65, "look": "High Contrast", "cut_out": True}


def _envelope():
    parcel.envelope(0, 0.010, 8)
    parcel.bow(0, 0.010, 8)
    badge("sun", (0.056, -0.056, 0), 0.037, -12)


def _cards():
    parcel.card("card-blue", None, -34, 4, 19, 0.1)
    parcel.card("card-kraft", None, 30, 6, -15, 0.1)
    parcel.card("card-white", None, -2, -4, 3, 1.2)
    badge("blank", (0.058, -0.04, 0), 0.037, 0)


def build(what):
    studio.room("interior", 0.4, turn=90, fill=(0.8, 0.78, 0.76))
    studio.window((-0.55, 0.5, 0.6), (0, 0, 0), 0.5, 0.6, 11, (1, 0.97, 0.92))
    studio.softbox((0.5, -0.5, 0.6), (0, 0, 0), 0.5, 0.5, 1.0)
    floor = props.ground(materials.plain("floor", (0.5, 0.45, 0.4)), 0.8)
    floor.is_shadow_catcher = True
    {"envelope": _envelope, "cards": _cards}[what]()
    studio.camera((0.002, -0.006, 0), 0.9, 58, lens=126, fstop=16)
