import { foldText } from '#domain/base/folding.ts';

/** A courier and its tracking page; `{tracking}` is replaced by the parcel's number. */
export type Courier = { name: string; page: string };

const TRACKING = '{tracking}';

/** The couriers of a shop that has not configured any. */
export const DEFAULT_COURIERS: Courier[] = [
  { name: 'Starken', page: `https://www.starken.cl/seguimiento?codigo=${TRACKING}` },
  { name: 'Chilexpress', page: `https://centrodeayuda.chilexpress.cl/seguimiento/${TRACKING}` },
  {
    name: 'Blue Express',
    page: `https://www.blue.cl/enviar/seguimiento?n_seguimiento=${TRACKING}`,
  },
  // Its page accepts no number in the URL.
  { name: 'Correos de Chile', page: 'https://www.correos.cl/seguimiento-en-linea' },
];

/** Returns true for an https URL whose host cannot be changed by the tracking number. */
export function isTrackingPage(page: string): boolean {
  return /^https:\/\/[^\s/?#@{}]+([/?#]\S*)?$/.test(page);
}

/** Returns the tracking URL of a parcel; null for an unknown courier or without a number. */
export function trackingUrl(
  courier: string,
  tracking: string | null,
  couriers: readonly Courier[],
): string | null {
  if (!tracking) return null;
  const name = foldText(courier);
  const page = couriers.find((one) => foldText(one.name) === name)?.page;
  return page ? fill(page, tracking) : null;
}

function fill(page: string, tracking: string): string {
  return page.replaceAll(TRACKING, () => encodeURIComponent(tracking));
}
