import type { ShownOrder } from '#web/lib/shown-order.ts';
import styles from './ParcelLine.module.css';

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
