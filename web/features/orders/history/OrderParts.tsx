import type { ReactNode } from 'react';
import styles from './OrderDetail.module.css';
import type { ShownOrder } from './shown-order.ts';

/** A titled section of an order's page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

type Parcel = NonNullable<ShownOrder['parcel']>;

/** A parcel's courier, with a link to its tracking page if there is one. */
export function ParcelLine({ parcel: { courier, tracking, trackingUrl } }: { parcel: Parcel }) {
  return (
    <p className={styles.parcel}>
      Va por <strong>{courier}</strong>
      {tracking && (
        <>
          , seguimiento <strong>{tracking}</strong>
        </>
      )}
      .{' '}
      {trackingUrl && (
        <a href={trackingUrl} target="_blank" rel="noreferrer">
          Seguir el envío
        </a>
      )}
    </p>
  );
}
