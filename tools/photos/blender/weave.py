"""Woven cloth, thread by thread: how high each point lies and what colour its thread has."""

import os

import bpy
import numpy as np

CLOTH = ".cache/photos/cloth"


def clouds(shape, cells, seed, octaves=3):
    """Smooth noise between -1 and 1, `cells` lumps along the longer side."""
    dice = np.random.default_rng(seed)
    total, weight = np.zeros(shape, np.float32), 0.0
    for octave in range(octaves):
        step = max(shape) / (cells * 2 ** octave)
        rows, columns = int(shape[0] / step) + 4, int(shape[1] / step) + 4
        grid = dice.uniform(-1, 1, (rows, columns)).astype(np.float32)
        y, x = np.arange(shape[0]) / step, np.arange(shape[1]) / step
        total += _between(grid, y, x) / 2 ** octave
        weight += 0.5 ** octave
    return total / weight * 1.5


def _between(grid, y, x):
    """Reads a coarse grid at fine places, with a soft (cubic) step between its points."""
    row, column = y.astype(int), x.astype(int)
    v, u = y - row, x - column
    v, u = (v * v * (3 - 2 * v))[:, None], (u * u * (3 - 2 * u))[None, :]
    top = grid[row][:, column] * (1 - u) + grid[row][:, column + 1] * u
    low = grid[row + 1][:, column] * (1 - u) + grid[row + 1][:, column + 1] * u
    return top * (1 - v) + low * v


def enlarge(grid, shape):
    y = np.linspace(0, grid.shape[0] - 1.001, shape[0])
    x = np.linspace(0, grid.shape[1] - 1.001, shape[1])
    return _between(grid, y, x)


def woven(width, depth, per_mm, warp, weft, repeat, seed=1):
    """Threads crossing at a pitch of `warp` and `weft` mm; the warp dives under every `repeat`th.

    Gives height (0 to 1), whether the warp is on top, and each point's own shade (-1 to 1).
    """
    dice = np.random.default_rng(seed)
    shape = (int(depth * per_mm), int(width * per_mm))
    y, x = np.mgrid[0:shape[0], 0:shape[1]].astype(np.float32) / per_mm
    x += clouds(shape, 24, seed + 1) * warp * 0.7
    y += clouds(shape, 24, seed + 2) * weft * 0.7
    i, j = np.floor(x / warp).astype(int), np.floor(y / weft).astype(int)
    u, v = x / warp - i, y / weft - j
    thick_warp = dice.normal(0, 1, i.max() - i.min() + 1)[i - i.min()]
    thick_weft = dice.normal(0, 1, j.max() - j.min() + 1)[j - j.min()]
    along_warp = (y / weft + i - 0.5) % repeat
    dive = np.exp(-((np.minimum(along_warp, repeat - along_warp)) / 0.42) ** 2)
    along_weft = (x / warp + j - 0.5) % repeat
    rise = np.exp(-((np.minimum(along_weft, repeat - along_weft)) / 0.42) ** 2)
    round_warp = np.sqrt(np.clip(1 - (2 * u - 1) ** 2, 0, 1))
    round_weft = np.sqrt(np.clip(1 - (2 * v - 1) ** 2, 0, 1))
    warp_height = 0.35 + (0.55 + 0.05 * thick_warp) * round_warp - 0.75 * dive
    weft_height = -0.1 + 0.5 * round_weft + 0.45 * rise + 0.04 * thick_weft
    on_top = warp_height > weft_height
    twist = np.where(on_top, np.sin((y + x * 1.3) * 21), np.sin((x + y * 1.3) * 21))
    shade = np.where(on_top, thick_warp, thick_weft) * 0.45 + twist * 0.18
    height = np.maximum(warp_height, weft_height) + twist * 0.04
    low, high = np.percentile(height, (1, 99))
    return np.clip((height - low) / (high - low), 0, 1), on_top, shade + clouds(shape, 60, seed + 3) * 0.25


def blend(one, other, share):
    return np.asarray(one) * (1 - share[..., None]) + np.asarray(other) * share[..., None]


def picture(name, pixels, colour=True):
    """Keeps an array (linear colours or plain heights) as a picture that materials can read."""
    rows, columns = pixels.shape[:2]
    image = bpy.data.images.new(name, columns, rows, alpha=False, float_buffer=not colour)
    full = np.ones((rows, columns, 4), np.float32)
    if colour:
        linear = np.clip(pixels, 0, 1)
        full[..., :3] = np.where(
            linear < 0.0031308, linear * 12.92, 1.055 * np.power(linear, 1 / 2.4) - 0.055,
        )
    else:
        full[..., :3] = pixels[..., None]
        image.colorspace_settings.name = "Non-Color"
    image.pixels.foreach_set(full.reshape(-1))
    os.makedirs(CLOTH, exist_ok=True)
    image.file_format = "PNG" if colour else "OPEN_EXR"
    image.filepath_raw = os.path.abspath(os.path.join(CLOTH, f"{name}.{'png' if colour else 'exr'}"))
    image.save()
    image.source = "FILE"
    image.reload()
    return image
