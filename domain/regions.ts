import { furtherComunas } from './comuna-data.ts';
import { type City, type Region, regionData } from './region-data.ts';

export type { City, Region };

export const regions: readonly Region[] = regionData;

const byCode = new Map(regions.map((region) => [region.code, region]));

/** @param code roman numeral, or RM for Santiago's region */
export function findRegion(code: string): Region | undefined {
  return byCode.get(code);
}

/** @returns the region's name; an unknown code comes back as it is */
export function regionName(code: string): string {
  return byCode.get(code)?.name ?? code;
}

/** Tells whether the city is on the region's list or a commune of the region, letter for letter. */
export function isCityOf(regionCode: string, city: string): boolean {
  const region = byCode.get(regionCode);
  if (!region) return false;
  const accepted = [...region.cities, ...(furtherComunas[regionCode] ?? [])];
  return accepted.some(({ name }) => name === city);
}
