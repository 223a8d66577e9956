"""What things are made of."""

import os

import bpy

FACES = os.environ.get("PHOTO_FACES", ".cache/photos/faces")


class Shader:
    """A material and the few moves that all of them need."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.nodes = self.material.node_tree.nodes
        self.links = self.material.node_tree.links
        self.surface = self.nodes["Principled BSDF"]

    def set(self, **values):
        for name, value in values.items():
            self.surface.inputs[name.replace("_", " ")].default_value = value
        return self

    def add(self, kind, **values):
        node = self.nodes.new(f"ShaderNode{kind}")
        for name, value in values.items():
            node.inputs[name].default_value = value
        return node

    def join(self, source, target):
        self.links.new(source, target)

    def picture(self, image, colour=True):
        node = self.add("TexImage")
        node.image = image
        node.extension = "EXTEND"
        node.interpolation = "Cubic"
        image.colorspace_settings.name = "sRGB" if colour else "Non-Color"
        return node

    def noise(self, scale, detail=3.0, space="Object"):
        where = self.add("TexCoord")
        node = self.add("TexNoise", Scale=scale, Detail=detail)
        self.join(where.outputs[space], node.inputs["Vector"])
        return node

    def ramp(self, source, low, high, start=0.35, end=0.65):
        node = self.add("MapRange")
        node.inputs["From Min"].default_value = start
        node.inputs["From Max"].default_value = end
        node.inputs["To Min"].default_value = low
        node.inputs["To Max"].default_value = high
        self.join(source, node.inputs["Value"])
        return node.outputs["Result"]

    def bump(self, source, distance, strength):
        node = self.add("Bump", Distance=distance, Strength=strength)
        self.join(source, node.inputs["Height"])
        self.join(node.outputs["Normal"], self.surface.inputs["Normal"])
        return node


def printed(face):
    """Printed paper under clear film: sharp reflections that waver a little, a trace of handling."""
    if face in bpy.data.materials:
        return bpy.data.materials[face]
    shader = Shader(face).set(Specular=0.55)
    image = bpy.data.images.load(os.path.abspath(os.path.join(FACES, f"{face}.png")))
    shader.join(shader.picture(image).outputs["Color"], shader.surface.inputs["Base Color"])
    handled = shader.noise(160, 4)
    shader.join(shader.ramp(handled.outputs["Fac"], 0.035, 0.11), shader.surface.inputs["Roughness"])
    film = shader.noise(330, 2)
    shader.bump(film.outputs["Fac"], 0.00006, 0.12)
    return shader.material


def metal(name="steel", colour=(0.78, 0.77, 0.75, 1), roughness=0.2):
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    shader = Shader(name).set(Base_Color=colour, Metallic=1.0)
    worn = shader.noise(420, 6)
    shader.join(
        shader.ramp(worn.outputs["Fac"], roughness * 0.8, roughness * 1.25),
        shader.surface.inputs["Roughness"],
    )
    return shader.material


def plain(name, colour, roughness=0.6, specular=0.3, **more):
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    shader = Shader(name).set(
        Base_Color=(*colour, 1), Roughness=roughness, Specular=specular, **more,
    )
    return shader.material


def paper(name, colour, grain=0.00004, fleck=0.06, scale=900):
    """Uncoated card or paper: a fine tooth and slightly uneven colour."""
    shader = Shader(name).set(Roughness=0.85, Specular=0.15)
    cloud = shader.noise(scale / 3, 8)
    mix = shader.add("MixRGB")
    mix.inputs["Color1"].default_value = (*[c * (1 - fleck) for c in colour], 1)
    mix.inputs["Color2"].default_value = (*[min(1, c * (1 + fleck)) for c in colour], 1)
    shader.join(shader.ramp(cloud.outputs["Fac"], 0, 1), mix.inputs["Fac"])
    shader.join(mix.outputs["Color"], shader.surface.inputs["Base Color"])
    shader.bump(shader.noise(scale, 5).outputs["Fac"], grain, 0.6)
    return shader.material


def card(printed_sheet):
    """Board with something printed on it."""
    shader = Shader(printed_sheet).set(Roughness=0.8, Specular=0.2)
    image = bpy.data.images.load(os.path.abspath(os.path.join(FACES, f"{printed_sheet}.png")))
    shader.join(shader.picture(image).outputs["Color"], shader.surface.inputs["Base Color"])
    shader.bump(shader.noise(1200, 5).outputs["Fac"], 0.00004, 0.6)
    return shader.material
