import { comunas } from '#domain/comunas.ts';
import type { Coordinates } from '#domain/delivery.ts';
import type { Outline } from './load-outline.ts';

/** The outline is rough, so a little way off the coast still counts; in degrees. */
const SLACK = 0.05;
/** Around a town, where the outline leaves its island out; in degrees. */
const ISLAND = 0.3;

const around = [-SLACK, 0, SLACK];

/** Tells whether a point may lie in Chile; without an outline by towns' distance, generously. */
export function isInChile({ lat, lng }: Coordinates, outline: Outline | null): boolean {
  const reach = outline ? ISLAND : 1.5;
  const isNearTown = comunas.some(
    ({ point }) => point && Math.hypot(point.lat - lat, point.lng - lng) < reach,
  );
  if (!outline) return isNearTown;
  const isOnLand = around.some((dy) =>
    around.some((dx) => isWithin({ lat: lat + dy, lng: lng + dx }, outline)),
  );
  return isOnLand || (isNearTown && !isMainland(lng));
}

/** Easter Island and Juan Fernández lie far west of it. */
function isMainland(lng: number): boolean {
  return lng > -76;
}

function isWithin(point: Coordinates, { features }: Outline): boolean {
  return features.some(({ geometry }) =>
    geometry.coordinates.some(
      ([shore = [], ...lakes]) =>
        encloses(shore, point) && !lakes.some((lake) => encloses(lake, point)),
    ),
  );
}

/** Counts how often a line to the east crosses the ring: odd means inside. */
function encloses(ring: readonly number[][], { lat, lng }: Coordinates): boolean {
  let isInside = false;
  let [beforeX = 0, beforeY = 0] = ring.at(-1) ?? [];
  for (const [x = 0, y = 0] of ring) {
    const crosses = y > lat !== beforeY > lat;
    if (crosses && lng < ((beforeX - x) * (lat - y)) / (beforeY - y) + x) isInside = !isInside;
    beforeX = x;
    beforeY = y;
  }
  return isInside;
}
