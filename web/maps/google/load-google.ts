/// <reference types="google.maps" />
import { importLibrary, setOptions } from '@googlemaps/js-api-loader';

const PATIENCE_MS = 15_000;

declare global {
  interface Window {
    /** Google calls it when it does not accept the key. */
    gm_authFailure?: () => void;
  }
}

export type GoogleLibraries = {
  GoogleMap: typeof google.maps.Map;
  AdvancedMarkerElement: typeof google.maps.marker.AdvancedMarkerElement;
  Geocoder: typeof google.maps.Geocoder;
};

let isSet = false;
let isRefused = false;
const listeners = new Set<() => void>();

/** Tells when Google refuses the key, once, at any time. @returns what ends the listening */
export function onRefusedKey(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @throws when the script is blocked, does not come in time, or the key was refused before */
export async function loadGoogle(apiKey: string): Promise<GoogleLibraries> {
  if (!isSet) {
    isSet = true;
    window.gm_authFailure = () => {
      isRefused = true;
      for (const listener of listeners) listener();
    };
    setOptions({ key: apiKey, language: 'es-CL', region: 'CL', authReferrerPolicy: 'origin' });
  }
  if (isRefused) throw new Error('Google refused the key');
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Google did not answer')), PATIENCE_MS);
  try {
    const all = Promise.all([
      importLibrary('maps'),
      importLibrary('marker'),
      importLibrary('geocoding'),
    ]);
    const [maps, { AdvancedMarkerElement }, { Geocoder }] = await Promise.race([all, tooSlow]);
    return { GoogleMap: maps.Map, AdvancedMarkerElement, Geocoder };
  } finally {
    clearTimeout(timer);
  }
}
