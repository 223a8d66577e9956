"""Camera, light and film: what a photographer sets up before the pins come in. Metres throughout."""

import math
import os

import bpy
from mathutils import Matrix, Vector

ROOMS = os.path.join(bpy.utils.resource_path("SYSTEM"), "datafiles", "studiolights", "world")


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def film(width, height, samples, minutes=0.0, exposure=0.0, look="Medium High Contrast", cut_out=False):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x = width
    scene.render.resolution_y = height
    scene.render.resolution_percentage = 100
    scene.render.film_transparent = cut_out
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA" if cut_out else "RGB"
    scene.render.image_settings.color_depth = "16"
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = look
    scene.view_settings.exposure = exposure
    cycles = scene.cycles
    cycles.samples = samples
    cycles.time_limit = minutes * 60
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.02
    cycles.use_denoising = False
    cycles.max_bounces = 4
    cycles.diffuse_bounces = 2
    cycles.glossy_bounces = 3
    cycles.transmission_bounces = 4
    cycles.sample_clamp_direct = 6
    cycles.sample_clamp_indirect = 2
    cycles.blur_glossy = 0.6
    cycles.caustics_reflective = False
    cycles.caustics_refractive = False


def room(name="interior", strength=0.6, turn=0.0, fill=(0.30, 0.29, 0.28)):
    """Glossy things mirror one of the rooms that come with Blender (CC0); the rest gets even light.

    Sampling the room as a lamp doubles the time; the even light differs by nothing one can see.
    """
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.cycles.sampling_method = "NONE"
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    picture = nodes.new("ShaderNodeTexEnvironment")
    picture.image = bpy.data.images.load(os.path.join(ROOMS, f"{name}.exr"))
    turning = nodes.new("ShaderNodeMapping")
    turning.inputs["Rotation"].default_value[2] = math.radians(turn)
    place = nodes.new("ShaderNodeTexCoord")
    ray = nodes.new("ShaderNodeLightPath")
    colour = nodes.new("ShaderNodeMixRGB")
    colour.inputs["Color1"].default_value = (*fill, 1)
    links.new(place.outputs["Generated"], turning.inputs["Vector"])
    links.new(turning.outputs["Vector"], picture.inputs["Vector"])
    links.new(ray.outputs["Is Glossy Ray"], colour.inputs["Fac"])
    # The room's own lamps are capped: found by chance alone, they would leave sparks.
    capped = nodes.new("ShaderNodeVectorMath")
    capped.operation, capped.inputs[1].default_value = "MINIMUM", (2.5, 2.5, 2.5)
    links.new(picture.outputs["Color"], capped.inputs[0])
    links.new(capped.outputs["Vector"], colour.inputs["Color2"])
    links.new(colour.outputs["Color"], nodes["Background"].inputs["Color"])
    nodes["Background"].inputs["Strength"].default_value = strength


def _aimed(location, target):
    location, target = Vector(location), Vector(target)
    turn = (target - location).to_track_quat("-Z", "Y").to_matrix().to_4x4()
    return Matrix.Translation(location) @ turn


def softbox(location, target, width, height, watts, colour=(1.0, 1.0, 1.0), spread=180):
    light = bpy.data.lights.new("softbox", "AREA")
    light.shape = "RECTANGLE"
    light.size, light.size_y = width, height
    light.energy = watts
    light.color = colour
    light.spread = math.radians(spread)
    thing = bpy.data.objects.new("softbox", light)
    thing.matrix_world = _aimed(location, target)
    bpy.context.collection.objects.link(thing)
    return thing


def window(location, target, width, height, watts, colour=(1.0, 0.97, 0.92), panes=(2, 3)):
    """A window with glazing bars: its image on the domes is what makes them look like glass."""
    light = softbox(location, target, width, height, watts, colour).data
    light.use_nodes = True
    nodes, links = light.node_tree.nodes, light.node_tree.links
    across = nodes.new("ShaderNodeSeparateXYZ")
    links.new(nodes.new("ShaderNodeNewGeometry").outputs["Parametric"], across.inputs["Vector"])
    shine = None
    for axis, count in zip("XY", panes):
        times = nodes.new("ShaderNodeMath")
        times.operation, times.inputs[1].default_value = "MULTIPLY", count
        links.new(across.outputs[axis], times.inputs[0])
        part = nodes.new("ShaderNodeMath")
        part.operation = "FRACT"
        links.new(times.outputs[0], part.inputs[0])
        glass = nodes.new("ShaderNodeMath")
        glass.operation, glass.inputs[1].default_value = "COMPARE", 0.5
        glass.inputs[2].default_value = 0.455
        links.new(part.outputs[0], glass.inputs[0])
        if shine is None:
            shine = glass
            continue
        both = nodes.new("ShaderNodeMath")
        both.operation = "MULTIPLY"
        links.new(shine.outputs[0], both.inputs[0])
        links.new(glass.outputs[0], both.inputs[1])
        shine = both
    links.new(shine.outputs[0], nodes["Emission"].inputs["Strength"])


def camera(target, distance, elevation, azimuth=0.0, roll=0.0, lens=85, fstop=5.6, focus=None):
    """Looks at the target from so many degrees above the ground; azimuth 0 is the front (-Y)."""
    up, around = math.radians(elevation), math.radians(azimuth)
    offset = Vector((
        math.sin(around) * math.cos(up), -math.cos(around) * math.cos(up), math.sin(up),
    )) * distance
    data = bpy.data.cameras.new("camera")
    data.lens = lens
    data.clip_start = 0.005
    data.dof.use_dof = True
    data.dof.aperture_fstop = fstop
    data.dof.aperture_blades = 8
    eye = bpy.data.objects.new("camera", data)
    place = _aimed(Vector(target) + offset, target)
    eye.matrix_world = place @ Matrix.Rotation(math.radians(roll), 4, "Z")
    sharp_at = Vector(focus if focus is not None else target)
    view = (Vector(target) - eye.matrix_world.translation).normalized()
    data.dof.focus_distance = (sharp_at - eye.matrix_world.translation).dot(view)
    bpy.context.collection.objects.link(eye)
    bpy.context.scene.camera = eye
    return eye
