"""A coin of 100 pesos, to say how large a pin is: 23.5 mm, a core of nickel in a ring of brass."""

import os

import bpy

import materials
import mesh

DIAMETER = 0.0235
THICK = 0.002
CORE = 0.0085


def _struck(name, colour):
    shader = materials.Shader(name).set(Base_Color=colour, Metallic=1.0, Roughness=0.3)
    image = bpy.data.images.load(os.path.abspath(os.path.join(materials.FACES, "coin.png")))
    shader.bump(shader.picture(image, colour=False).outputs["Color"], 0.0004, 0.9)
    return shader.material


def _part(name, profile, material):
    reach = 0.5 / (DIAMETER / 2)
    data = mesh.turned(name, profile, 160, [radius * reach for radius, _ in profile])
    return mesh.thing(name, data, material)


def coin():
    """Lies on the ground in the middle, its value up."""
    radius = DIAMETER / 2
    core = [(1e-6, THICK), (CORE * 0.5, THICK), (CORE - 0.00015, THICK), (CORE, THICK - 0.0001)]
    ring = [
        (CORE, THICK - 0.0001), (CORE + 0.00015, THICK), (radius - 0.0011, THICK),
        (radius - 0.0009, THICK + 0.0003), (radius - 0.0003, THICK + 0.0003),
        (radius, THICK), (radius, 0.0002), (radius - 0.0002, 0),
    ]
    _part("core", core, _struck("nickel", (0.72, 0.71, 0.69, 1)))
    _part("ring", ring, _struck("brass", (0.83, 0.60, 0.26, 1)))
