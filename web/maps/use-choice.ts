import { useEffect, useRef, useState } from 'react';
import { comunas } from '#domain/comunas.ts';
import type { Coordinates } from '#domain/delivery.ts';
import { loadOutline, type Outline } from './outline/load-outline.ts';

const NEWS_MS = 3000;
const CHOSEN = '✅ Punto de entrega marcado correctamente';
const ABROAD = 'Ese punto está fuera de Chile. Solo enviamos dentro del país.';

export type ChoiceNews = { tone: 'success' | 'error'; text: string };

/** Takes a point in Chile and says so for a moment; says why it does not take another. */
export function useChoice(onChoose: (point: Coordinates) => void) {
  const [news, setNews] = useState<ChoiceNews | null>(null);
  const outline = useRef<Outline | null>(null);

  useEffect(() => {
    void loadOutline().then((loaded) => {
      outline.current = loaded;
    });
  }, []);

  useEffect(() => {
    if (news?.tone !== 'success') return;
    const timer = setTimeout(() => setNews(null), NEWS_MS);
    return () => clearTimeout(timer);
  }, [news]);

  const choose = ({ lat, lng }: Coordinates) => {
    const point = { lat: roundDegrees(lat), lng: roundDegrees(lng) };
    if (!isInChile(point, outline.current)) {
      setNews({ tone: 'error', text: ABROAD });
      return;
    }
    onChoose(point);
    setNews({ tone: 'success', text: CHOSEN });
  };

  return { news, choose, fail: (text: string) => setNews({ tone: 'error', text }) };
}

/** What is kept is what is shown. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

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
