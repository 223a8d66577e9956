import type { Coordinates } from '#domain/delivery.ts';

const PATIENCE_MS = 15_000;

export const locationTexts = {
  refused:
    'No tenemos permiso para ver tu ubicación. Puedes marcar el punto directamente en el mapa.',
  unavailable: 'No pudimos obtener tu ubicación. Puedes marcar el punto directamente en el mapa.',
} as const;

/** Asks the browser, and so the visitor, where they are. @throws Error with a text to show */
export function findMe(): Promise<Coordinates> {
  const { promise, resolve, reject } = Promise.withResolvers<Coordinates>();
  if (!navigator.geolocation || !isSecureContext) {
    reject(new Error(locationTexts.unavailable));
    return promise;
  }
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
    ({ code, PERMISSION_DENIED }) =>
      reject(
        new Error(code === PERMISSION_DENIED ? locationTexts.refused : locationTexts.unavailable),
      ),
    { enableHighAccuracy: true, timeout: PATIENCE_MS },
  );
  return promise;
}
