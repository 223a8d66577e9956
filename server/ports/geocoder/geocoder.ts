import type { Coordinates } from '#domain/delivery.ts';

/** Knows where places are. */
export type Geocoder = {
  /**
   * Looks a city of Chile up.
   * @returns its point in degrees, or null when there is no such place
   * @throws GeocoderFailure when no sensible answer comes in time
   */
  find(city: string): Promise<Coordinates | null>;
};

/** The geocoder is away, too slow, refuses, or talks nonsense. */
export class GeocoderFailure extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`geocoder: ${reason}`, { cause });
    this.name = 'GeocoderFailure';
  }
}
