import type { Coordinates } from '#domain/delivery.ts';

export type Geocoder = {
  /** A city's point, or null for none. @throws GeocoderFailure without a sensible answer in time */
  find(city: string): Promise<Coordinates | null>;
};

/** The geocoder is away, too slow, refuses, or talks nonsense. */
export class GeocoderFailure extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`geocoder: ${reason}`, { cause });
    this.name = 'GeocoderFailure';
  }
}
