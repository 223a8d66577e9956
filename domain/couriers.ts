/** The couriers that the panel proposes, each with the page that shows where a parcel is. */
const TRACKING_PAGES = new Map<string, (tracking: string) => string>([
  ['Starken', (tracking) => `https://www.starken.cl/seguimiento?codigo=${tracking}`],
  ['Chilexpress', (tracking) => `https://centrodeayuda.chilexpress.cl/seguimiento/${tracking}`],
  [
    'Blue Express',
    (tracking) => `https://www.blue.cl/enviar/seguimiento?n_seguimiento=${tracking}`,
  ],
  // Its page takes no number in the address.
  ['Correos de Chile', () => 'https://www.correos.cl/seguimiento-en-linea'],
]);

export const COURIERS: readonly string[] = [...TRACKING_PAGES.keys()];

/** Returns where a parcel can be tracked; null for an unknown courier and without a number. */
export function trackingUrl(courier: string, tracking: string | null): string | null {
  if (!tracking) return null;
  return TRACKING_PAGES.get(courier)?.(encodeURIComponent(tracking)) ?? null;
}
