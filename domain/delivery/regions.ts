import { placeKey } from '#domain/base/folding.ts';
import { furtherComunas } from './comuna-data.ts';
import { type City, type Region, regionData } from './region-data.ts';

export type { City, Region };

export const regions: readonly Region[] = regionData;

const byCode = new Map(regions.map((region) => [region.code, region]));

/** @param code roman numeral, or RM for Santiago's region */
export function findRegion(code: string): Region | undefined {
  return byCode.get(code);
}

/** Returns the region's name; an unknown code is returned unchanged. */
export function regionName(code: string): string {
  return byCode.get(code)?.name ?? code;
}

/**
 * Returns the listed name of a city or commune of the region; case, accents, blanks, hyphens and
 * apostrophes do not matter.
 */
export function findCity(regionCode: string, typed: string): string | undefined {
  const region = byCode.get(regionCode);
  if (!region) return undefined;
  const accepted = [...region.cities, ...(furtherComunas[regionCode] ?? [])];
  const wanted = cityKey(typed);
  const found =
    accepted.find(({ name }) => name === typed) ??
    accepted.find(({ name }) => cityKey(name) === wanted);
  return found?.name;
}

/** `Til-Til` and `Til Til` are Tiltil. */
function cityKey(name: string): string {
  return placeKey(name).replaceAll(' ', '');
}
