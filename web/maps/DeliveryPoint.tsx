import { type ComponentType, lazy, Suspense } from 'react';
import type { Coordinates } from '#domain/delivery/delivery.ts';
import { formatPoint } from '#domain/delivery/delivery-labels.ts';
import styles from './DeliveryPoint.module.css';
import { CREDIT } from './map.ts';

/** Without its picture the point is still shown as text. */
const Picture = lazy(
  (): Promise<{ default: ComponentType<{ point: Coordinates }> }> =>
    import('./PointPicture.tsx').then(
      ({ PointPicture }) => ({ default: PointPicture }),
      () => ({ default: () => null }),
    ),
);

export function DeliveryPoint({ point }: { point: Coordinates }) {
  const { lat, lng } = point;
  return (
    <figure className="stack-2">
      <div className={styles.picture}>
        <Suspense fallback={null}>
          <Picture point={point} />
        </Suspense>
      </div>
      <figcaption className={`row ${styles.facts}`}>
        <span className={styles.place}>
          Punto en el mapa: <span className={styles.degrees}>{formatPoint(point)}</span>
        </span>
        <Away href={`https://www.google.com/maps/search/?api=1&query=${lat},${lng}`}>
          Abrir en Google Maps
        </Away>
        <Away href={`https://waze.com/ul?ll=${lat},${lng}&navigate=yes`}>Abrir en Waze</Away>
        <small className={styles.credit}>{CREDIT}</small>
      </figcaption>
    </figure>
  );
}

function Away({ href, children }: { href: string; children: string }) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> (se abre en otra pestaña)</span>
    </a>
  );
}
