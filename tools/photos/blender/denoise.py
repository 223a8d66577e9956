"""Takes the grain out of a render: similar neighbours are averaged (non-local means).

Debian's Blender comes without a denoiser. What the surface is like under each pixel (its own
colour, the way it faces) is known without noise and keeps threads and lettering sharp.
"""

import os

import bpy
import numpy as np

REACH = 5


def load(path):
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = "Non-Color"
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)


def save(pixels, path):
    rows, columns = pixels.shape[:2]
    image = bpy.data.images.new("clean", columns, rows, alpha=True, float_buffer=True)
    image.colorspace_settings.name = "Non-Color"
    image.pixels.foreach_set(np.ascontiguousarray(pixels, np.float32).reshape(-1))
    scene = bpy.data.scenes.new("save")
    scene.view_settings.view_transform = "Raw"
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.render.image_settings.color_depth = "16"
    image.save_render(path, scene=scene)


def _shifted(array, dy, dx):
    return np.roll(array, (dy, dx), axis=(0, 1))


def _blurred(array):
    rows = array + _shifted(array, 1, 0) + _shifted(array, -1, 0)
    return (rows + _shifted(rows, 0, 1) + _shifted(rows, 0, -1)) / 9


def _around(array):
    around = np.stack([
        _shifted(array, dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx
    ])
    around.sort(axis=0)
    return around


def without_sparks(colour):
    """A pixel far brighter than all but one of its neighbours is an accident of sampling."""
    around = _around(colour)
    return np.where(colour > around[-2] + 0.04, (around[3] + around[4]) / 2, colour)


def _calmed(guide):
    """Out of focus even the guides are grainy; pixels outside their neighbours' range give in."""
    around = _around(guide)
    return np.clip(guide, around[2], around[5])


def _apart(one, other):
    return ((one - other) ** 2).sum(axis=-1)


def denoised(colour, own, facing, keep):
    """Rows x columns of colour with alpha, and of two guides; keeps a share of the grain as it is."""
    clean = without_sparks(colour)
    own, facing = _calmed(_calmed(own)), _calmed(_calmed(facing))
    rough = (clean - _blurred(clean)) ** 2
    even = (np.sqrt(np.median(rough)) * 1.6) ** 2 * 2 + 1e-7
    noise = np.clip(_blurred(_blurred(rough.mean(axis=-1))) * 2, even, even * 6)
    total = np.zeros_like(clean)
    weights = np.zeros(clean.shape[:2], np.float32)
    for dy in range(-REACH, REACH + 1):
        for dx in range(-REACH, REACH + 1):
            other = _shifted(clean, dy, dx)
            differs = np.maximum(_blurred(_apart(clean, other) / 4) - 2 * noise, 0)
            differs /= noise * 0.7
            differs += _apart(own, _shifted(own, dy, dx)) / 0.0018
            differs += _apart(facing, _shifted(facing, dy, dx)) / 0.03
            weight = np.exp(-differs)
            total += weight[..., None] * other
            weights += weight
    return clean * keep + total / weights[..., None] * (1 - keep)


def clean(folder, out, keep):
    """Reads what a render left in its folder (raw.png and its guides), writes the clean picture."""
    picture = load(os.path.join(folder, "raw.png"))
    own, facing = (
        load(os.path.join(folder, f"{guide}0001.exr"))[..., :3] for guide in ("own", "facing")
    )
    picture[..., :3] *= picture[..., 3:]
    result = denoised(picture, np.sqrt(np.clip(own, 0, 4)), facing, keep)
    result[..., :3] /= np.maximum(result[..., 3:], 1e-4)
    save(result, out)
