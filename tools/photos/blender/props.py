"""Things that stand around the badges and tell how small they are."""

import math

import bpy
from mathutils import Vector

import materials
import mesh
import studio
from materials import Shader


def ground(material, size=2.0, height=0.0):
    half = size / 2
    sheet = bpy.data.meshes.new("ground")
    sheet.from_pydata(
        [(-half, -half, height), (half, -half, height), (half, half, height), (-half, half, height)],
        [], [(0, 1, 2, 3)],
    )
    return mesh.thing("ground", sheet, material)


def cut_out():
    """Light for a thing that is cut out with its shadow, and the floor that catches it."""
    studio.room("interior", 0.4, turn=90, fill=(0.8, 0.78, 0.76))
    studio.window((-0.55, 0.5, 0.6), (0, 0, 0), 0.5, 0.6, 11, (1, 0.97, 0.92))
    studio.softbox((0.5, -0.5, 0.6), (0, 0, 0), 0.5, 0.5, 1.0)
    ground(materials.plain("floor", (0.5, 0.45, 0.4)), 1.2).is_shadow_catcher = True


def wood(name="wood", dark=(0.20, 0.095, 0.04), light=(0.46, 0.27, 0.13)):
    """Oiled boards: long grain along X with slow waves in it."""
    shader = Shader(name).set(Specular=0.35)
    where = shader.add("TexCoord")
    stretch = shader.add("Mapping")
    stretch.inputs["Scale"].default_value = (7, 130, 1)
    slow = shader.add("TexNoise", Scale=1.0, Detail=6.0, Roughness=0.62, Distortion=0.5)
    shader.join(where.outputs["Object"], stretch.inputs["Vector"])
    shader.join(stretch.outputs["Vector"], slow.inputs["Vector"])
    colour = shader.add("MixRGB")
    colour.inputs["Color1"].default_value = (*dark, 1)
    colour.inputs["Color2"].default_value = (*light, 1)
    shader.join(shader.ramp(slow.outputs["Fac"], 0, 1, 0.32, 0.66), colour.inputs["Fac"])
    shader.join(colour.outputs["Color"], shader.surface.inputs["Base Color"])
    shader.join(shader.ramp(slow.outputs["Fac"], 0.5, 0.34), shader.surface.inputs["Roughness"])
    shader.bump(slow.outputs["Fac"], 0.0004, 0.4)
    return shader.material


def block(name, width, depth, height, material, corner=0.004, at=(0, 0, 0), turn=0.0, bevel=0.0004):
    """A flat box with rounded corners: a card, a book cover, a pile of pages."""
    outline = []
    for cx, cy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for step in range(9):
            a = math.radians(start + step * 90 / 8)
            outline.append((
                cx * (width / 2 - corner) + corner * math.cos(a),
                cy * (depth / 2 - corner) + corner * math.sin(a),
            ))
    data = sheet(name, outline, 0, height, material, at, turn, bevel).data
    layer = data.uv_layers.new(name="UVMap")
    for loop in data.loops:
        x, y, _ = data.vertices[loop.vertex_index].co
        layer.data[loop.index].uv = (x / width + 0.5, y / depth + 0.5)


def sheet(name, corners, low, thick, material, at, turn, bevel):
    """A flat piece with any outline, lying at a height."""
    count = len(corners)
    verts = [(x, y, z) for z in (low, low + thick) for x, y in corners]
    faces = [tuple(range(count, 2 * count)), tuple(range(count - 1, -1, -1))]
    faces += [(k, (k + 1) % count, count + (k + 1) % count, count + k) for k in range(count)]
    data = bpy.data.meshes.new(name)
    data.from_pydata(verts, [], faces)
    made = mesh.thing(name, data, material, at, (0, 0, math.radians(turn)))
    rounding = made.modifiers.new("edge", "BEVEL")
    rounding.width, rounding.segments = bevel, 2
    return made


def pencil(tip, toward, colour=(0.62, 0.03, 0.05), length=0.172, size=0.0037):
    """Six-sided and freshly sharpened; its tip at `tip`, lying towards a direction in degrees."""
    paint = materials.plain("paint", colour, 0.22, 0.5)
    cedar = materials.plain("cedar", (0.62, 0.38, 0.20), 0.75)
    lead = materials.plain("lead", (0.03, 0.03, 0.035), 0.35, 0.6)
    profile = [(0.0002, 0), (0.0011, 0.005), (size, 0.021), (size, length)]
    turned = mesh.turned("pencil", profile[2:], 6)
    cone = mesh.turned("sharpened", [profile[1], (size * 0.985, 0.0212)], 48)
    point = mesh.turned("point", profile[:2], 32)
    end = mesh.turned("end", [(size, length), (0.0011, length), (0.0001, length)], 6)
    turn = (0, math.pi / 2, math.radians(toward))
    for data, material in ((turned, paint), (cone, cedar), (point, lead), (end, cedar)):
        mesh.smooth(data, 30)
        mesh.thing("pencil", data, material, Vector(tip) + Vector((0, 0, size * 0.87)), turn)


def cup(at, glaze, coffee=True, turn=0.0):
    """A wide low cup on its saucer, filled."""
    outer = [(0.001, 0.004), (0.020, 0.004), (0.0225, 0.002), (0.0245, 0.004), (0.031, 0.012),
             (0.0375, 0.026), (0.041, 0.044), (0.0425, 0.060)]
    lip = [(0.0427, 0.0612), (0.0422, 0.0622), (0.0414, 0.0617), (0.0405, 0.060)]
    inner = [(0.039, 0.044), (0.035, 0.027), (0.028, 0.013), (0.001, 0.008)]
    body = mesh.turned("cup", outer + lip + inner, 128)
    holder = mesh.thing("cup", mesh.smooth(body, 60), glaze, at)
    bow = []
    for step in range(25):
        a = math.radians(118 - step * 236 / 24)
        bow.append((0.041 + 0.019 * math.cos(a) * (1.05 if math.cos(a) > 0 else 0.6), 0, 0.036 + 0.017 * math.sin(a)))
    handle = mesh.wires("handle", [bow], 0.0042, glaze, 6)
    handle.parent = holder
    saucer = [(0.001, 0.002), (0.030, 0.002), (0.034, 0.0008), (0.037, 0.002), (0.058, 0.008), (0.068, 0.0125),
              (0.0688, 0.0135), (0.068, 0.0142), (0.057, 0.0102), (0.036, 0.0046), (0.001, 0.004)]
    mesh.thing("saucer", mesh.smooth(mesh.turned("saucer", saucer, 128), 60), glaze, at)
    holder.rotation_euler[2] = math.radians(turn)
    holder.location[2] += 0.003
    if coffee:
        drink = Shader("coffee").set(Specular=0.5, Roughness=0.08)
        rim = drink.noise(90, 5)
        mix = drink.add("MixRGB")
        mix.inputs["Color1"].default_value = (0.045, 0.014, 0.005, 1)
        mix.inputs["Color2"].default_value = (0.30, 0.13, 0.045, 1)
        drink.join(drink.ramp(rim.outputs["Fac"], 0, 1, 0.42, 0.62), mix.inputs["Fac"])
        drink.join(mix.outputs["Color"], drink.surface.inputs["Base Color"])
        top = [(0.0001, 0.0525), (0.03, 0.0525), (0.0395, 0.0527), (0.0401, 0.0533)]
        surface = mesh.thing("coffee", mesh.turned("coffee", top[::-1], 96), drink.material)
        surface.parent = holder


def twine(path, material, thread=0.0005, lay=0.0042):
    """Three strands twisted round each other along a smooth line of points."""
    points = _smooth([Vector(p) for p in path], 14)
    strands = [[], [], []]
    run = 0.0
    for k, point in enumerate(points):
        ahead = (points[min(k + 1, len(points) - 1)] - points[max(k - 1, 0)]).normalized()
        side = ahead.cross(Vector((0, 0, 1))).normalized()
        above = side.cross(ahead)
        run += (point - points[k - 1]).length if k else 0
        for number, strand in enumerate(strands):
            a = run / lay * 2 * math.pi + number * 2 * math.pi / 3
            strand.append(tuple(point + (side * math.cos(a) + above * math.sin(a)) * thread))
    return mesh.wires("twine", strands, thread * 1.08, material, 3)


def _smooth(points, steps):
    """Catmull-Rom through the points."""
    padded = [points[0] * 2 - points[1], *points, points[-1] * 2 - points[-2]]
    out = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        for k in range(steps):
            t = k / steps
            out.append(0.5 * (
                2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3
            ))
    return [*out, points[-1]]
