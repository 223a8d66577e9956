"""One thing alone, cut out with its shadow: `pin-<face>`, `pin-back`, `pin-coin`.

Pin and coin fill the same share of their pictures: as wide as they are, they stand to scale.
"""

import badge
import coin
import materials
import props
import studio

SHAPE = (1, 1)
FILM = {"exposure": 0.65, "look": "High Contrast", "cut_out": True}


def build(what):
    studio.room("interior", 0.4, turn=90, fill=(0.8, 0.78, 0.76))
    studio.window((-0.55, 0.5, 0.6), (0, 0, 0), 0.5, 0.6, 11, (1, 0.97, 0.92))
    studio.softbox((0.5, -0.5, 0.6), (0, 0, 0), 0.5, 0.5, 1.0)
    floor = props.ground(materials.plain("floor", (0.5, 0.45, 0.4)), 0.6)
    floor.is_shadow_catcher = True
    size = badge.DIAMETER
    if what == "coin":
        coin.coin()
        size = coin.DIAMETER
    elif what == "back":
        badge.badge("blank", spin=-24, upside_down=True)
    else:
        badge.badge(what)
    studio.camera((0.0155 * size, -0.033 * size, 0.026 * size), 13.5 * size, 74, lens=368, fstop=22)
