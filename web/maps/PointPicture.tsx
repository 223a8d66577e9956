import { use } from 'react';
import type { Coordinates } from '#domain/delivery.ts';
import styles from './DeliveryPoint.module.css';
import { landPaths, nearestTown, projectAround, townsInView } from './frame-point.ts';
import { loadOutline } from './outline/load-outline.ts';

const size = { width: 480, height: 240 };
const outlineOnce = loadOutline();

/** Where the point lies between coast, borders and towns; drawn here, without asking anybody. */
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
