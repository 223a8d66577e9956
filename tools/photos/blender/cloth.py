"""A sheet of cloth as a relief: folds, layers sewn on, seams, stitches, and where things lie on it."""

import numpy as np
from mathutils import Matrix, Vector

import materials
import mesh
from weave import clouds


class Cloth:
    """Millimetres inside, metres outside; the origin is the middle."""

    def __init__(self, width, depth, step=0.4):
        self.width, self.depth, self.step = width, depth, step
        shape = (int(depth / step) + 1, int(width / step) + 1)
        self.y, self.x = np.meshgrid(
            np.linspace(-depth / 2, depth / 2, shape[0]),
            np.linspace(-width / 2, width / 2, shape[1]), indexing="ij",
        )
        self.height = np.zeros(shape)
        self.threads = []

    def folds(self, depth, cells, seed, octaves=2):
        self.height += clouds(self.height.shape, cells, seed, octaves) * depth

    def bend(self, degrees, at, depth, breadth):
        """One long soft fold through `at`, running in the given direction."""
        turn = np.radians(degrees)
        off = -(self.x - at[0]) * np.sin(turn) + (self.y - at[1]) * np.cos(turn)
        self.height += depth * np.exp(-((off / breadth) ** 2))

    def distance(self, path):
        """How far every point is from a line of (x, y) points, in mm."""
        nearest = np.full(self.height.shape, np.inf)
        for (ax, ay), (bx, by) in zip(path, path[1:]):
            dx, dy = bx - ax, by - ay
            t = np.clip(((self.x - ax) * dx + (self.y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
            nearest = np.minimum(nearest, np.hypot(self.x - ax - t * dx, self.y - ay - t * dy))
        return nearest

    def inside(self, outline):
        within = np.zeros(self.height.shape, bool)
        for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1]):
            crosses = (ay > self.y) != (by > self.y)
            with np.errstate(divide="ignore", invalid="ignore"):
                reach = (bx - ax) * (self.y - ay) / (by - ay) + ax
            within ^= crosses & (self.x < reach)
        return within

    def layer(self, outline, thick=1.5, edge=1.0, puff=0.6):
        """Sews another piece on top, its edge folded under and so a little round."""
        far = self.distance(outline + outline[:1])
        deep = np.clip(far / edge, 0, 1)
        rise = thick * np.sqrt(1 - (1 - deep) ** 2) + puff * (1 - np.exp(-far / 9))
        within = self.inside(outline)
        self.height += np.where(within, rise, 0)
        self.height -= np.where(within, 0, 0.5 * np.exp(-far / 2.5))
        return within

    def band(self, path, breadth, thick=0.8):
        far = self.distance(path)
        self.height += thick * np.sqrt(np.clip(1 - (far / (breadth / 2)) ** 6, 0, 1))

    def stitch(self, path, length=3.0, gap=0.55, thread=0.34, pull=0.4):
        """Sews along a line: the thread lies on top, the cloth is drawn in and puckers beside it."""
        far = self.distance(path)
        self.height -= pull * np.exp(-((far / 0.9) ** 2))
        wave = np.sin(self.x * 1.05 + self.y * 0.9 + 2 * np.sin(self.x * 0.13))
        self.height += 0.16 * pull / 0.4 * wave * np.exp(-((far / 3.2) ** 2))
        self.threads.append((path, length, gap, thread))

    def at(self, x, y):
        column = (x + self.width / 2) / self.step
        row = (y + self.depth / 2) / self.step
        row = min(max(row, 0), self.height.shape[0] - 1)
        column = min(max(column, 0), self.height.shape[1] - 1)
        return float(self.height[int(row), int(column)])

    def lay(self, holder, x, y, reach=13, lift=0.3):
        """Puts a badge on the cloth: it rests on what lies under it and leans as the cloth does."""
        spots = [(x + reach * np.cos(a), y + reach * np.sin(a)) for a in np.linspace(0, 6.283, 17)]
        points = np.array([(px, py, self.at(px, py)) for px, py in spots])
        slope, *_ = np.linalg.lstsq(
            np.c_[points[:, :2] - (x, y), np.ones(len(points))], points[:, 2], rcond=None,
        )
        normal = Vector((-slope[0], -slope[1], 1)).normalized()
        lean = Vector((0, 0, 1)).rotation_difference(normal).to_matrix().to_4x4()
        ground = Vector((x, y, slope[2] + lift)) / 1000
        holder.matrix_world = Matrix.Translation(ground) @ lean @ holder.matrix_world
        return holder

    def _strands(self, path, length, gap, thread):
        dice = np.random.default_rng(len(path) * 7 + int(abs(path[0][0])))
        for (ax, ay), (bx, by) in zip(path, path[1:]):
            whole = np.hypot(bx - ax, by - ay)
            count = max(1, round(whole / (length + gap)))
            dx, dy = (bx - ax) / whole, (by - ay) / whole
            for k in range(count):
                begin = (k + 0.08 + dice.uniform(-0.03, 0.03)) * whole / count
                end = begin + whole / count * length / (length + gap)
                askew = dice.uniform(-0.16, 0.16)
                for phase in (0, np.pi):
                    yield [
                        self._on_thread(ax, ay, dx, dy, begin, end, t, askew, thread, phase)
                        for t in np.linspace(0, 1, 13)
                    ]

    def _on_thread(self, ax, ay, dx, dy, begin, end, t, askew, thread, phase):
        s = begin + (end - begin) * t
        turn = phase + s * 2.6
        side = askew * (t - 0.5) + np.cos(turn) * thread * 0.52
        x, y = ax + dx * s - dy * side, ay + dy * s + dx * side
        above = thread * 1.5 * np.sin(np.pi * min(max(t, 0.02), 0.98)) ** 0.45 - thread * 0.9
        z = self.at(ax + dx * s, ay + dy * s) + above + np.sin(turn) * thread * 0.5
        return (x / 1000, y / 1000, z / 1000)

    def cut(self, material, thread_colour=(0.55, 0.25, 0.04), uv=None):
        sheet = mesh.relief(
            "cloth", self.height / 1000, self.width / 1000, self.depth / 1000, material, uv,
        )
        for number, (path, length, gap, thread) in enumerate(self.threads):
            cotton = materials.plain("thread", thread_colour, 0.7, 0.25, Sheen=0.5)
            lines = list(self._strands(path, length, gap, thread))
            mesh.wires(f"stitches {number}", lines, thread * 0.56 / 1000, cotton, 2)
        return sheet
