import type { Coordinates } from '#domain/delivery/delivery.ts';

export type Geocoder = {
  /** Returns a city's point, or null for none. @throws GeocoderFailure without a valid answer in time */
  find(city: string): Promise<Coordinates | null>;
};

/** The geocoder is unreachable or too slow, refuses, or gives an invalid answer. */
export class GeocoderFailure extends Error {
  override readonly name = 'GeocoderFailure';
  constructor(reason: string, cause?: unknown) {
    super(`geocoder: ${reason}`, { cause });
  }
}
