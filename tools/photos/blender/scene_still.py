"""Small still lifes, cut out with their shadow: `still-envelope`, `still-cards`."""

import parcel
import props
import studio
from badge import badge

SHAPE = (4, 3)
FILM = {"exposure": 0.65, "look": "High Contrast", "cut_out": True}


def _envelope():
    parcel.envelope(0, 0.016, 8)
    parcel.bow(0, 0.016, 8)
    badge("sun", (0.088, -0.088, 0), spin=-12)


def _cards():
    parcel.card("card-blue", None, -53, 6, 19, 0.1)
    parcel.card("card-kraft", None, 47, 9, -15, 0.1)
    parcel.card("card-white", None, -3, -6, 3, 1.2)
    badge("blank", (0.091, -0.063, 0))


def build(what):
    props.cut_out()
    {"envelope": _envelope, "cards": _cards}[what]()
    studio.camera((0.003, -0.009, 0), 1.41, 58, lens=126, fstop=16)
