import { logFailure } from '#web/lib/log.ts';

/** The regions of Chile as GeoJSON, with an accuracy of about two kilometres. */
export type Outline = {
  type: 'FeatureCollection';
  features: {
    type: 'Feature';
    properties: { code: string };
    geometry: { type: 'MultiPolygon'; coordinates: number[][][][] };
  }[];
};

/** Returns null if it cannot be loaded; the map works without it. */
export async function loadOutline(): Promise<Outline | null> {
  try {
    const { default: outline } = await import('./regions.json');
    return toOutline(outline);
  } catch (error) {
    logFailure('outline of the regions', error);
    return null;
  }
}

type Stored = {
  features: { properties: { code: string }; geometry: { coordinates: number[][][][] } }[];
};

function toOutline({ features }: Stored): Outline {
  return {
    type: 'FeatureCollection',
    features: features.map(({ properties, geometry }) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'MultiPolygon', coordinates: geometry.coordinates },
    })),
  };
}
