"""The two fabrics that carry the pins: blue denim and natural canvas."""

import numpy as np

from materials import Shader
from weave import blend, clouds, enlarge, picture, woven


def _fabric(name, colours, heights, depth, sheen):
    shader = Shader(name).set(Roughness=0.9, Specular=0.12, Sheen=sheen, Sheen_Tint=0.4)
    colour = shader.picture(picture(f"{name}-colour", colours))
    shader.join(colour.outputs["Color"], shader.surface.inputs["Base Color"])
    height = shader.picture(picture(f"{name}-height", heights, colour=False), colour=False)
    shader.bump(height.outputs["Color"], depth, 0.9)
    return shader.material


def _ridges(cloth, shape, reach=14):
    """Where a fabric rubs: places that stand above their surroundings, 0 to 1."""
    around = cloth.height.copy()
    for axis in (0, 1):
        summed = np.cumsum(np.pad(around, [(reach, reach)] * 2, "edge"), axis=axis)
        ahead = np.take(summed, range(2 * reach, summed.shape[axis]), axis)
        behind = np.take(summed, range(0, summed.shape[axis] - 2 * reach), axis)
        inner = slice(reach, -reach)
        around = ((ahead - behind) / (2 * reach))[(slice(None), inner) if axis == 0 else (inner, slice(None))]
    above = cloth.height - around
    return np.clip(enlarge(above, shape) / 0.35, -1, 1)


def denim(cloth, per_mm=9):
    height, on_top, shade = woven(cloth.width, cloth.depth, per_mm, 0.46, 0.56, 4, seed=11)
    worn = _ridges(cloth, height.shape)
    faded = np.clip(0.36 + 0.17 * shade + 0.42 * worn + 0.16 * clouds(height.shape, 7, 5), 0, 1)
    indigo = blend((0.010, 0.020, 0.062), (0.115, 0.20, 0.40), faded)
    weft = blend((0.24, 0.29, 0.37), (0.55, 0.58, 0.60), np.clip(0.5 + 0.3 * shade + worn * 0.3, 0, 1))
    colours = np.where(on_top[..., None], indigo, weft) * (0.55 + 0.45 * height[..., None])
    return _fabric("denim", colours, height, 0.00022, 0.25)


def canvas(cloth, per_mm=9):
    height, _, shade = woven(cloth.width, cloth.depth, per_mm, 0.62, 0.66, 2, seed=23)
    dice = np.random.default_rng(3)
    tone = np.clip(0.55 + 0.20 * shade + 0.12 * clouds(height.shape, 5, 8), 0, 1)
    colours = blend((0.50, 0.39, 0.25), (0.84, 0.75, 0.60), tone) * (0.60 + 0.40 * height[..., None])
    rows, columns = height.shape
    for _ in range(int(cloth.width * cloth.depth / 90)):
        row, column = dice.integers(0, rows - 14), dice.integers(0, columns - 14)
        tall, wide = dice.integers(2, 4), dice.integers(3, 12)
        colours[row:row + tall, column:column + wide] *= dice.uniform(0.5, 0.8)
    return _fabric("canvas", colours, height, 0.0003, 0.2)
