"""One badge alone, cut out with its shadow: `pin-<face>`."""

import materials
import props
import studio
from badge import badge

SHAPE = (1, 1)
FILM = {"exposure": 0.65, "look": "High Contrast", "cut_out": True}


def build(face):
    studio.room("interior", 0.4, turn=90, fill=(0.8, 0.78, 0.76))
    studio.window((-0.55, 0.5, 0.6), (0, 0, 0), 0.5, 0.6, 11, (1, 0.97, 0.92))
    studio.softbox((0.5, -0.5, 0.6), (0, 0, 0), 0.5, 0.5, 1.0)
    floor = props.ground(materials.plain("floor", (0.5, 0.45, 0.4)), 0.4)
    floor.is_shadow_catcher = True
    badge(face, (0, 0, 0), 0.037, 0)
    studio.camera((0.0006, -0.0012, 0.001), 0.5, 74, lens=368, fstop=22)
