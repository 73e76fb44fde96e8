"""The few things that are asked of Blender: meshes, objects, images, materials, lights, and a Cycles render.

One `Studio` is one scene.  Imports bpy when it is made, so that everything else can be used without it.
"""
import atexit
import math
import os
import shutil
import sys
import tempfile

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import cv2          # noqa: E402  (reads the variable above when imported)
import numpy as np  # noqa: E402


class Quiet:
    """Blender prints to file descriptor 1 whatever Python's stdout is."""

    def __enter__(self):
        sys.stdout.flush()
        self.saved, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.close(null)

    def __exit__(self, *_):
        sys.stdout.flush()
        os.dup2(self.saved, 1)
        os.close(self.saved)


class Studio:
    draws_polygons = False    # render_only takes a rectangle

    def __init__(self):
        import bpy
        self.bpy = bpy
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        self.materials = {}
        self.folder = tempfile.mkdtemp(prefix="tandem-render-")
        atexit.register(shutil.rmtree, self.folder, True)

    def close(self):
        shutil.rmtree(self.folder, True)

    def refresh(self):
        """Make object matrices current."""
        self.bpy.context.view_layer.update()

    def show(self, frame):
        """Set every object as its keys say for a frame (counted from 1)."""
        self.scene.frame_set(frame)
        self.refresh()

    def straighten_motion(self):
        """Between keys: in straight lines, hiding at once."""
        for action in self.bpy.data.actions:
            for curve in getattr(action, "fcurves", []):
                for point in curve.keyframe_points:
                    point.interpolation = "CONSTANT" if "hide" in curve.data_path else "LINEAR"

    # ---- geometry
    def mesh(self, name, vertices, faces, smooth=True, uv=None):
        me = self.bpy.data.meshes.new(name)
        me.from_pydata(np.asarray(vertices).tolist(), [], faces)
        if uv is not None:
            me.uv_layers.new().data.foreach_set("uv", np.asarray(uv, np.float32).ravel())
        if smooth:
            me.shade_smooth()
            me.set_sharp_from_angle(angle=math.radians(38))
        me.update()
        return me

    def object(self, name, mesh, material, location=(0, 0, 0), rotation=(0, 0, 0), index=0):
        """`index` is what the object picture shows for it."""
        o = self.bpy.data.objects.new(name, mesh)
        self.scene.collection.objects.link(o)
        o.location, o.rotation_euler, o.pass_index = location, rotation, index
        if material is not None:
            o.material_slots or mesh.materials.append(None)
            o.material_slots[0].link = "OBJECT"
            o.material_slots[0].material = material
        return o

    def empty(self, name):
        o = self.bpy.data.objects.new(name, None)
        self.scene.collection.objects.link(o)
        return o

    def bevel(self, o, width, segments=1):
        m = o.modifiers.new("bevel", "BEVEL")
        m.width, m.segments = width, segments

    # ---- looks
    def image(self, array, name, srgb=True):
        h, w = array.shape[:2]
        im = self.bpy.data.images.new(name, w, h, float_buffer=False)
        if not srgb:
            im.colorspace_settings.name = "Non-Color"
        rgba = np.ones((h, w, 4), np.float32)
        rgba[..., :3] = array if array.ndim == 3 else array[..., None]
        im.pixels.foreach_set(np.ascontiguousarray(rgba[::-1]).ravel())
        im.pack()
        return im

    def material(self, name, **k):
        """A principled material, made once a name.

        color (linear), image, rough, rough_image, spec, coat, coat_rough, sheen, emission, subsurface;
        wood=(light, dark) with wood_scale, noise=(scale, depth) with tint; bump=(scale, strength) with bump_distance.
        """
        if name in self.materials:
            return self.materials[name]
        m = self.bpy.data.materials.new(name)
        m.use_nodes = True
        tree = m.node_tree
        shader = tree.nodes["Principled BSDF"]
        put = lambda socket, value: setattr(shader.inputs[socket], "default_value", value)
        put("Roughness", k.get("rough", .5))
        put("IOR", 1.48)
        if "spec" in k:
            put("Specular IOR Level", k["spec"])
        if k.get("coat"):
            put("Coat Weight", k["coat"])
            put("Coat Roughness", k.get("coat_rough", .1))
        if k.get("sheen"):
            put("Sheen Weight", k["sheen"])
        if "color" in k:
            put("Base Color", (*map(float, k["color"]), 1))
        if "image" in k:
            self._texture(tree, k["image"], shader.inputs["Base Color"])
            if k.get("emission"):
                self._texture(tree, k["image"], shader.inputs["Emission Color"])
                put("Emission Strength", k["emission"])
        if "rough_image" in k:
            self._texture(tree, k["rough_image"], shader.inputs["Roughness"])
        if "wood" in k or "noise" in k:
            self._grain(tree, shader, k)
        if "bump" in k:
            self._bump(tree, shader, k)
        if k.get("subsurface"):
            put("Subsurface Weight", k["subsurface"])
            put("Subsurface Radius", (1., .35, .2))
            put("Subsurface Scale", .006)
        self.materials[name] = m
        return m

    def _texture(self, tree, image, socket):
        t = tree.nodes.new("ShaderNodeTexImage")
        t.image = image
        tree.links.new(t.outputs["Color"], socket)

    def _grain(self, tree, shader, k):
        """Noise or wood in object space, another one for every object."""
        nodes, link = tree.nodes, tree.links.new
        coordinates, info, scale = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeObjectInfo"), nodes.new("ShaderNodeMath")
        scale.operation = "MULTIPLY"
        scale.inputs[1].default_value = 37.
        link(info.outputs["Random"], scale.inputs[0])
        shift = nodes.new("ShaderNodeVectorMath")
        shift.operation = "ADD"
        link(coordinates.outputs["Object"], shift.inputs[0])
        link(scale.outputs[0], shift.inputs[1])
        mapping, noise, ramp = nodes.new("ShaderNodeMapping"), nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeValToRGB")
        link(shift.outputs[0], mapping.inputs["Vector"])
        link(mapping.outputs[0], noise.inputs["Vector"])
        noise.inputs["Detail"].default_value = 4
        e = ramp.color_ramp.elements
        if "wood" in k:
            mapping.inputs["Scale"].default_value = (1, .9, .16)
            noise.inputs["Scale"].default_value = k.get("wood_scale", 14.)
            noise.inputs["Distortion"].default_value = .6
            e[0].position, e[1].position = .36, .68
            low, high = k["wood"]
        else:
            noise.inputs["Scale"].default_value = k["noise"][0]
            color, depth = np.asarray(k["color"]), k["noise"][1]
            e[0].position, e[1].position = .3, .7
            low, high = color * (1 - depth), np.clip(color * (1 + depth) * k.get("tint", 1), 0, 1)
        e[0].color, e[1].color = (*map(float, low), 1), (*map(float, high), 1)
        link(noise.outputs["Fac"], ramp.inputs["Fac"])
        link(ramp.outputs["Color"], shader.inputs["Base Color"])

    def _bump(self, tree, shader, k):
        nodes, link = tree.nodes, tree.links.new
        coordinates, noise, bump = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeBump")
        noise.inputs["Scale"].default_value = k["bump"][0]
        noise.inputs["Detail"].default_value = 3
        link(coordinates.outputs["Object"], noise.inputs["Vector"])
        bump.inputs["Strength"].default_value = k["bump"][1]
        bump.inputs["Distance"].default_value = k.get("bump_distance", .001)
        link(noise.outputs["Fac"], bump.inputs["Height"])
        link(bump.outputs[0], shader.inputs["Normal"])

    def swap_image(self, material, image):
        """Show another image (changed pixels of the same image would be ignored by persistent data)."""
        for node in material.node_tree.nodes:
            if node.type == "TEX_IMAGE":
                node.image = image

    def forget(self, image):
        self.bpy.data.images.remove(image)

    # ---- light
    def area_light(self, location, size, power, color, aim=(0, 0, 0)):
        from mathutils import Vector
        light = self.bpy.data.lights.new("area", "AREA")
        light.shape, (light.size, light.size_y), light.energy, light.color = "RECTANGLE", size, power, color
        o = self.bpy.data.objects.new("area", light)
        self.scene.collection.objects.link(o)
        o.location = location
        o.rotation_euler = (Vector(aim) - Vector(location)).to_track_quat("-Z", "Y").to_euler()
        return o

    def light_positions(self):
        return [np.array(o.location) for o in self.scene.objects if o.type == "LIGHT"]

    def surroundings(self, name, turn, strength):
        """One of Blender's studio lights all around."""
        world = self.bpy.data.worlds.new("world")
        self.scene.world = world
        world.use_nodes = True
        nodes, link = world.node_tree.nodes, world.node_tree.links.new
        background = nodes["Background"]
        background.inputs["Strength"].default_value = strength
        # Its own choice of a resolution for importance sampling takes longer than all the rest of a small picture.
        world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 128
        path = os.path.join(self.bpy.utils.system_resource("DATAFILES"), "studiolights/world", name + ".exr")
        if not os.path.exists(path):
            raise SystemExit("%s: missing from this bpy; the lighting would not be what the truth says" % path)
        texture, coordinates, mapping = nodes.new("ShaderNodeTexEnvironment"), nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
        texture.image = self.bpy.data.images.load(path)
        mapping.inputs["Rotation"].default_value[2] = turn
        link(coordinates.outputs["Generated"], mapping.inputs[0])
        link(mapping.outputs[0], texture.inputs[0])
        link(texture.outputs[0], background.inputs[0])

    # ---- camera and engine
    def use_camera(self, camera):
        from mathutils import Matrix
        self.camera = camera
        data = self.bpy.data.cameras.new("camera")
        o = self.bpy.data.objects.new("camera", data)
        self.scene.collection.objects.link(o)
        self.scene.camera = o
        m = np.eye(4)
        right, down, forward = camera.rotation
        m[:3, 0], m[:3, 1], m[:3, 2], m[:3, 3] = right, -down, -forward, camera.position
        o.matrix_world = Matrix(m.tolist())
        data.sensor_fit, data.sensor_width, data.clip_start = "HORIZONTAL", 36., .01
        data.lens = camera.intrinsics[0, 0] * 36. / camera.render_width

    def use_cycles(self, settings, seed):
        """settings: samples, denoise (FAST, BALANCED, HIGH or empty), bounces, threads."""
        scene, cycles, render = self.scene, self.scene.cycles, self.scene.render
        render.engine, cycles.device = "CYCLES", "CPU"
        cycles.samples, cycles.use_adaptive_sampling = settings.get("samples", 12), False
        denoise = settings.get("denoise", "FAST")
        cycles.use_denoising = bool(denoise)
        if denoise:
            cycles.denoiser, cycles.denoising_quality = "OPENIMAGEDENOISE", denoise
            cycles.denoising_input_passes, cycles.denoising_prefilter = "RGB_ALBEDO_NORMAL", "FAST"
        cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = settings.get("bounces", 4), 2, 2
        cycles.transmission_bounces = cycles.volume_bounces = 0
        cycles.transparent_max_bounces = 2
        cycles.use_light_tree = cycles.caustics_reflective = cycles.caustics_refractive = False
        cycles.sample_clamp_indirect, cycles.seed, cycles.filter_width = 3., seed % 10000, 1.3
        if settings.get("threads"):
            render.threads_mode, render.threads = "FIXED", settings["threads"]
        render.use_persistent_data = True
        render.resolution_x, render.resolution_y, render.resolution_percentage = self.camera.render_width, self.camera.render_height, 100
        render.use_compositing = True
        scene.view_layers[0].use_pass_object_index = True
        scene.use_nodes = True
        nodes = scene.node_tree.nodes
        nodes.clear()
        layers = nodes.new("CompositorNodeRLayers")
        for output, name, depth in (("Image", "rgb", "16"), ("IndexOB", "ids", "32")):
            file = nodes.new("CompositorNodeOutputFile")
            file.base_path, file.file_slots[0].path = self.folder, name
            file.format.file_format, file.format.color_depth, file.format.exr_codec = "OPEN_EXR", depth, "NONE"
            scene.node_tree.links.new(layers.outputs[output], file.inputs[0])
        render.filepath, render.image_settings.file_format = os.path.join(self.folder, "discard"), "BMP"

    def use_motion_blur(self, on, shutter_in_frames, frames_a_second):
        render = self.scene.render
        render.fps = int(max(1, round(frames_a_second)))
        render.use_motion_blur, render.motion_blur_shutter = on, shutter_in_frames
        self.scene.cycles.motion_blur_position = "CENTER"

    def render(self, frame=1):
        """(linear RGB float32, object numbers int32) of one frame, distorted as the lens does."""
        self.scene.frame_set(frame)
        with Quiet():
            self.bpy.ops.render.render(write_still=False)
        parts = []
        for name in ("rgb", "ids"):
            path = os.path.join(self.folder, "%s%04d.exr" % (name, frame))
            parts.append(cv2.imread(path, cv2.IMREAD_UNCHANGED))
            os.remove(path)
        rgb, ids = parts[0][..., :3][..., ::-1].astype(np.float32), parts[1]
        if ids.ndim == 3:
            ids = ids[..., -1 if ids.shape[2] == 1 else 0]
        rgb = self.camera.distort(rgb, cv2.INTER_LINEAR)
        ids = self.camera.distort(ids.astype(np.float32), cv2.INTER_NEAREST)
        return np.maximum(rgb, 0), np.rint(ids).astype(np.int32)

    def render_only(self, rectangle):
        """Restrict the next renders to x0, y0, x1, y1 of the final picture; None renders everything."""
        render, camera = self.scene.render, self.camera
        render.use_border = rectangle is not None
        if rectangle is None:
            return
        x0, y0, x1, y1 = rectangle
        grid = np.array([[x, y] for x in np.linspace(x0, x1, 9) for y in np.linspace(y0, y1, 9)])
        q = camera.to_render(grid)
        left, top = q.min(0) - 3
        right, bottom = q.max(0) + 3
        w, h = camera.render_width, camera.render_height
        render.use_crop_to_border = False
        render.border_min_x, render.border_max_x = max(0, left / w), min(1, right / w)
        render.border_min_y, render.border_max_y = max(0, 1 - bottom / h), min(1, 1 - top / h)
