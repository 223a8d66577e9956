import { use } from 'react';
import { kilometresBetween } from '#domain/base/distance.ts';
import { comunas } from '#domain/delivery/comunas.ts';
import type { Coordinates } from '#domain/delivery/delivery.ts';
import styles from './DeliveryPoint.module.css';
import { LETTER, LINE, namesApart, type PlacedName } from './names-apart.ts';
import { loadOutline, type Outline } from './outline/load-outline.ts';

const size = { width: 480, height: 240 };
const outlineOnce = loadOutline();

/** The point with coast, borders and towns around it; drawn here without a map service. */
export function PointPicture({ point }: { point: Coordinates }) {
  const outline = use(outlineOnce);
  const project = projectAround(point, size);
  const paths = outline ? landPaths(outline, project, size) : [];
  const towns = townsInView(project, size);
  const nearest = nearestTown(point);
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={nearest ? `Mapa del punto, cerca de ${nearest}` : 'Mapa del punto'}
    >
      {paths.map((path) => (
        <path key={path} className={styles.land} d={path} />
      ))}
      {towns.map(({ name, x, y }) => (
        <g key={name}>
          <circle className={styles.town} cx={x} cy={y} r="3.5" />
          <text className={styles.name} x={x + 8} y={y + 4}>
            {name}
          </text>
        </g>
      ))}
      <circle className={styles.ring} cx={size.width / 2} cy={size.height / 2} r="13" />
      <circle className={styles.core} cx={size.width / 2} cy={size.height / 2} r="8" />
    </svg>
  );
}

type Size = { width: number; height: number };

/** Pixels per degree of latitude: a picture 200 pixels high shows about 65 kilometres. */
const SCALE = 340;

type Project = (place: Coordinates) => { x: number; y: number };

/** Returns a projection to a picture with the point in its centre, in pixels. */
export function projectAround(point: Coordinates, { width, height }: Size): Project {
  const shrink = Math.cos((point.lat * Math.PI) / 180);
  return ({ lat, lng }) => ({
    x: width / 2 + (lng - point.lng) * SCALE * shrink,
    y: height / 2 - (lat - point.lat) * SCALE,
  });
}

/** Returns the regions visible in the picture, as SVG paths. */
export function landPaths(outline: Outline, project: Project, size: Size): string[] {
  return outline.features.flatMap(({ geometry }) =>
    geometry.coordinates
      .map((rings) => rings.map((ring) => ring.map(([lng = 0, lat = 0]) => project({ lat, lng }))))
      .filter(([shore = []]) => touches(shore, size))
      .map((rings) => rings.map(toPath).join('')),
  );
}

/** Returns true if the bounding box of a shape intersects the picture. */
function touches(shape: readonly { x: number; y: number }[], { width, height }: Size): boolean {
  const xs = shape.map(({ x }) => x);
  const ys = shape.map(({ y }) => y);
  const isBeside = Math.max(...xs) < 0 || Math.min(...xs) > width;
  return !isBeside && Math.max(...ys) > 0 && Math.min(...ys) < height;
}

function toPath(ring: readonly { x: number; y: number }[]): string {
  return `M${ring.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}

/** Returns the towns nearest to the centre whose names cover neither another one nor the marker. */
export function townsInView(project: Project, { width, height }: Size): PlacedName[] {
  const middle = { x: width / 2, y: height / 2 };
  const away = ({ x, y }: PlacedName) => Math.hypot(x - middle.x, y - middle.y);
  const fits = ({ name, x, y }: PlacedName) =>
    x > LETTER && x + (name.length + 1) * LETTER < width && y > LINE && y < height - LINE;
  const candidates = comunas
    .flatMap(({ name, point }) => (point ? [{ name, ...project(point) }] : []))
    .filter(fits)
    .sort((a, b) => away(a) - away(b));
  const marker = { name: '    ', x: middle.x - 2 * LETTER, y: middle.y };
  return namesApart(candidates, [marker]);
}

/** Returns the commune with the nearest town, within about 50 kilometres. */
export function nearestTown(point: Coordinates): string | null {
  const NEAR_KM = 50;
  const [nearest] = comunas
    .flatMap(({ name, point: town }) =>
      town ? [{ name, km: kilometresBetween(town, point) }] : [],
    )
    .sort((a, b) => a.km - b.km);
  return nearest && nearest.km < NEAR_KM ? nearest.name : null;
}
