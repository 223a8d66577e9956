"""Meshes from plain lists: turned shapes, wires and reliefs."""

import math

import bpy
import numpy as np


def thing(name, data, material=None, location=(0, 0, 0), rotation=(0, 0, 0)):
    made = bpy.data.objects.new(name, data)
    if material:
        data.materials.append(material)
    made.location = location
    made.rotation_euler = rotation
    bpy.context.collection.objects.link(made)
    return made


def smooth(mesh, angle=40):
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(angle)
    mesh.update()
    return mesh


def turned(name, profile, segments=144, uv=None):
    """Turns a list of (radius, height) around Z; uv gives each ring's distance from the centre."""
    rings = [(r, z) for r, z in profile]
    verts = [
        (r * math.cos(2 * math.pi * k / segments), r * math.sin(2 * math.pi * k / segments), z)
        for r, z in rings for k in range(segments)
    ]
    faces = []
    for ring in range(len(rings) - 1):
        for k in range(segments):
            a, b = ring * segments + k, ring * segments + (k + 1) % segments
            faces.append((a, a + segments, b + segments, b))
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(verts, [], faces)
    if uv:
        layer = mesh.uv_layers.new(name="UVMap")
        for loop in mesh.loops:
            ring, k = divmod(loop.vertex_index, segments)
            angle = 2 * math.pi * k / segments
            layer.data[loop.index].uv = (
                0.5 + uv[ring] * math.cos(angle), 0.5 + uv[ring] * math.sin(angle),
            )
    return smooth(mesh)


def wires(name, lines, radius, material=None, resolution=3):
    """Open lines of the same thickness as one object."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth = radius
    curve.bevel_resolution = resolution
    curve.use_fill_caps = True
    for points in lines:
        spline = curve.splines.new("POLY")
        spline.points.add(len(points) - 1)
        spline.points.foreach_set("co", [c for p in points for c in (*p, 1.0)])
        spline.use_smooth = True
    return thing(name, curve, material)


def relief(name, heights, width, depth, material=None, uv=None):
    """A sheet of width by depth around the origin, raised by a grid of heights (rows from front)."""
    rows, columns = heights.shape
    xs, ys = np.meshgrid(
        np.linspace(-width / 2, width / 2, columns), np.linspace(-depth / 2, depth / 2, rows),
    )
    verts = np.stack([xs, ys, heights], axis=-1).astype(np.float32).reshape(-1)
    index = np.arange(rows * columns).reshape(rows, columns)
    quads = np.stack(
        [index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], axis=-1,
    ).reshape(-1).astype(np.int32)
    count = quads.size // 4
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(rows * columns)
    mesh.vertices.foreach_set("co", verts)
    mesh.loops.add(quads.size)
    mesh.loops.foreach_set("vertex_index", quads)
    mesh.polygons.add(count)
    mesh.polygons.foreach_set("loop_start", np.arange(0, quads.size, 4, dtype=np.int32))
    mesh.polygons.foreach_set("loop_total", np.full(count, 4, dtype=np.int32))
    mesh.update(calc_edges=True)
    across = (xs / width + 0.5) if uv is None else uv[0]
    along = (ys / depth + 0.5) if uv is None else uv[1]
    flat = np.stack([across, along], axis=-1).reshape(-1, 2)[quads].astype(np.float32)
    mesh.uv_layers.new(name="UVMap").data.foreach_set("uv", flat.reshape(-1))
    mesh.polygons.foreach_set("use_smooth", np.ones(count, dtype=bool))
    return thing(name, mesh, material)
