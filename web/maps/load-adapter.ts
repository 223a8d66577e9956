import type { PublicConfig } from '#contract/config.ts';
import type { MapAdapter } from './map.ts';

export type MapSettings = PublicConfig['maps'];

export async function loadAdapter(settings: MapSettings): Promise<MapAdapter> {
  if (settings.provider === 'google') {
    const { googleMap } = await import('./google/google-map.ts');
    return googleMap(settings);
  }
  const { osmMap } = await import('./osm/osm-map.ts');
  return osmMap(settings);
}

export const failureTexts = {
  google: {
    title: 'Error al cargar Google Maps',
    text: 'Verifica tu API key y que tengas habilitadas las APIs necesarias',
  },
  osm: {
    title: 'No pudimos cargar el mapa',
    text: 'Revisa tu conexión e intenta de nuevo. También puedes seguir sin él: el punto exacto es opcional.',
  },
} as const;
