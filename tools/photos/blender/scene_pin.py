"""One thing alone, cut out with its shadow: `pin-<face>`, `pin-back`, `pin-coin`.

Pin and coin fill the same share of their pictures: as wide as they are, they stand to scale.
"""

import badge
import coin
import props
import studio

SHAPE = (1, 1)
FILM = {"exposure": 0.65, "look": "High Contrast", "cut_out": True}


def build(what):
    props.cut_out()
    size = badge.DIAMETER
    if what == "coin":
        coin.coin()
        size = coin.DIAMETER
    elif what == "back":
        badge.badge("blank", spin=-24, upside_down=True)
    else:
        badge.badge(what)
    studio.camera((0.0155 * size, -0.033 * size, 0.026 * size), 13.5 * size, 74, lens=368, fstop=22)
