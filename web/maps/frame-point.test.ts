import { expect, test } from 'vitest';
import { comunas } from '#domain/delivery/comunas.ts';
import { loadOutline } from './outline/load-outline.ts';
import { landPaths, nearestTown, projectAround, townsInView } from './PointPicture.tsx';

const size = { width: 480, height: 240 };
const chillan = { lat: -36.6066, lng: -72.1034 };

test('the point is in the middle, the north above, the east to the right', () => {
  const project = projectAround(chillan, size);
  expect(project(chillan)).toEqual({ x: 240, y: 120 });
  expect(project({ lat: -36.5, lng: -72.1034 }).y).toBeLessThan(120);
  expect(project({ lat: -36.6066, lng: -72 }).x).toBeGreaterThan(240);
});

test('only the land in view is drawn', async () => {
  const outline = await loadOutline();
  if (!outline) throw new Error('no outline');
  const around = landPaths(outline, projectAround(chillan, size), size);
  expect(around.length).toBeGreaterThan(0);
  expect(around.length).toBeLessThan(6);
  expect(around.join('')).not.toContain('NaN');
  expect(landPaths(outline, projectAround({ lat: -30, lng: -80 }, size), size)).toEqual([]);
});

test('no two names cover each other, wherever the point is', () => {
  for (const { point } of comunas) {
    if (!point) continue;
    const towns = townsInView(projectAround(point, size), size);
    for (const [index, town] of towns.entries()) {
      for (const other of towns.slice(index + 1)) {
        const isApart = Math.abs(town.y - other.y) >= 18 || Math.abs(town.x - other.x) > 40;
        expect(isApart, `${town.name} and ${other.name}`).toBe(true);
      }
    }
  }
});

test('the nearest town is named, unless it is far away', () => {
  expect(nearestTown(chillan)).toBe('Chillán');
  expect(nearestTown({ lat: -36.632, lng: -72.128 })).toBe('Chillán Viejo');
  expect(nearestTown({ lat: -30, lng: -80 })).toBeNull();
});
