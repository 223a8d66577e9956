"""blender -b -P tools/photos/blender/render.py -- <scene>[-<detail>] [width] [samples] [minutes at most]"""

import importlib
import os
import sys
import time

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import denoise  # noqa: E402
import studio  # noqa: E402

OUT = os.path.abspath(".cache/photos/renders")


def _keep_guides(folder):
    """Besides the picture, writes what lies under each pixel: its own colour and its direction."""
    scene = bpy.context.scene
    bpy.context.view_layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    nodes, links = scene.node_tree.nodes, scene.node_tree.links
    layers = next(node for node in nodes if node.type == "R_LAYERS")
    files = nodes.new("CompositorNodeOutputFile")
    files.base_path = folder
    files.format.file_format = "OPEN_EXR"
    files.file_slots.clear()
    for slot, output in (("own", "Denoising Albedo"), ("facing", "Denoising Normal")):
        files.file_slots.new(slot)
        links.new(layers.outputs[output], files.inputs[slot])


def main(name, width="960", samples="96", minutes="0"):
    kind, _, detail = name.partition("-")
    scene = importlib.import_module(f"scene_{kind}")
    across, up = scene.SHAPE
    studio.clear()
    scene.build(detail) if detail else scene.build()
    pixels = int(width)
    size = (pixels, round(pixels * up / across))
    studio.film(*size, int(samples), float(minutes), **getattr(scene, "FILM", {}))
    folder = os.path.join(OUT, f"{name}-{width}")
    _keep_guides(folder)
    raw = os.path.join(folder, "raw.png")
    bpy.context.scene.render.filepath = raw
    begun = time.time()
    bpy.ops.render.render(write_still=True)
    taken = time.time() - begun
    denoise.clean(folder, os.path.join(OUT, f"{name}-{width}.png"), getattr(scene, "KEEP_GRAIN", 0))
    print(f"{name}: {width} px, {samples} samples, {taken:.0f} s")


main(*sys.argv[sys.argv.index("--") + 1:])
