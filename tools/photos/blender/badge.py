"""A pressed button badge: printed face under film, rolled over a steel shell, a safety pin behind."""

import math

import bpy
from mathutils import Euler, Matrix, Vector

import materials
import mesh

# All pins of the shop are of one size: its first product’s.
DIAMETER = 0.058
HEIGHT = 0.0055
ROLL = 0.0012


def _front(radius):
    """From the centre of the face over the rolled rim to where the paper is crimped in."""
    points = []
    for step in range(49):
        share = math.sin(step / 48 * math.pi / 2)
        dome = HEIGHT * (1 - share ** 3.2) ** 0.5
        points.append((radius * share, dome + 0.0004 * (1 - share * share)))
    for step in range(1, 9):
        turn = step / 8 * math.pi * 0.62
        points.append((radius - ROLL * 0.8 * (1 - math.cos(turn)), -ROLL * math.sin(turn)))
    return points


def _face_mesh(radius):
    name = f"face-{radius:.4f}"
    if name in bpy.data.meshes:
        copy = bpy.data.meshes[name].copy()
        copy.materials.clear()
        return copy
    profile = [(max(r, 1e-6), z) for r, z in _front(radius)]
    lengths = [0.0]
    for (r0, z0), (r1, z1) in zip(profile, profile[1:]):
        lengths.append(lengths[-1] + math.hypot(r1 - r0, z1 - z0))
    reach = 0.497 / lengths[-1]
    return mesh.turned(name, profile, 160, [length * reach for length in lengths])


def _back_mesh(radius):
    edge = radius - ROLL * 1.2
    profile = [
        (edge, -ROLL * 0.9), (edge - 0.0004, -ROLL * 1.25), (edge - 0.0011, -ROLL * 1.25),
        (edge - 0.0016, -ROLL * 0.9), (edge - 0.0019, -ROLL * 0.1), (edge - 0.0026, 0.0004),
        (edge * 0.5, 0.0007), (1e-6, 0.0007),
    ]
    return mesh.turned("back", profile, 144)


def _safety_pin(radius, steel):
    """One bent wire: around half of the ring, then the needle across, caught in its hook."""
    ring = radius - 0.0045
    z = -ROLL * 0.9
    points = [
        (ring * math.cos(a), ring * math.sin(a), z)
        for a in (math.radians(d) for d in range(35, 336, 5))
    ]
    x, y, _ = points[-1]
    for step in range(1, 9):
        a = math.radians(-25 + step * 24)
        points.append((x - 0.002 + 0.002 * math.cos(a), y + 0.0012 + 0.002 * math.sin(a) * 0.7, z - 0.0004))
    tip = (-ring * 0.80, ring * 0.42, z - 0.0016)
    start = points[-1]
    for step in range(1, 13):
        t = step / 12
        bow = math.sin(t * math.pi) * 0.0016
        points.append(tuple(s + (e - s) * t for s, e in zip(start[:2], tip[:2])) + (start[2] + (tip[2] - start[2]) * t - bow,))
    return mesh.wires("safety pin", [points], 0.0008, steel, 6)


def badge(face, at=(0, 0, 0), diameter=DIAMETER, spin=0.0, tilt=0.0, toward=0.0, upside_down=False):
    """Puts a badge down: its lowest point at `at`, turned by `spin`, leaning `tilt` degrees."""
    radius = diameter / 2
    holder = bpy.data.objects.new(face, None)
    bpy.context.collection.objects.link(holder)
    steel = materials.metal()
    parts = [
        mesh.thing("face", _face_mesh(radius), materials.printed(face)),
        mesh.thing("back", _back_mesh(radius), materials.metal("plate", (0.50, 0.49, 0.48, 1), 0.42)),
        _safety_pin(radius, steel),
    ]
    for part in parts:
        part.parent = holder
    facing = Euler((math.pi if upside_down else 0, 0, math.radians(spin)), "XYZ").to_matrix()
    axis = Vector((math.cos(math.radians(toward)), math.sin(math.radians(toward)), 0))
    lean = Matrix.Rotation(math.radians(tilt), 3, axis)
    lift = HEIGHT + 0.0004 if upside_down else ROLL * 1.3
    rise = abs(math.sin(math.radians(tilt))) * radius * 0.96
    holder.matrix_world = (lean @ facing).to_4x4()
    holder.location = Vector(at) + lean @ Vector((0, 0, lift)) + Vector((0, 0, rise))
    return holder
