"""A pin from near by, and one on its face beside it: dome, film, rolled rim, steel and safety pin."""

import materials
import props
import studio
from badge import badge

SHAPE = (4, 3)
FILM = {"exposure": 0.35, "look": "High Contrast"}


def build():
    studio.room("interior", 0.6, turn=60)
    studio.window((-0.5, 0.45, 0.4), (0, 0, 0), 0.5, 0.6, 11, (1, 0.96, 0.88))
    studio.softbox((0.5, -0.4, 0.5), (0, 0, 0), 0.4, 0.4, 1.0, (0.86, 0.91, 1))
    props.ground(materials.paper("sun paper", (0.80, 0.46, 0.06), 0.00003, 0.04))
    badge("blank", (0.030, 0.040, 0), spin=-50, upside_down=True)
    badge("cat", (-0.020, -0.012, 0), spin=10)
    studio.camera((0.003, 0.005, 0.002), 0.265, 40, azimuth=-8, lens=85, fstop=11, focus=(-0.020, -0.026, 0.004))
