import type { ShownOrder } from '#web/lib/shown-order.ts';

type Parcel = NonNullable<ShownOrder['parcel']>;

/** A parcel's courier, with a link to its tracking page if there is one. */
export function ParcelLine({ parcel: { courier, tracking, trackingUrl } }: { parcel: Parcel }) {
  return (
    <p>
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
