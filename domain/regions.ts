import { type City, type Region, regionData } from './region-data.ts';

export type { City, Region };

/** The 16 regions in the order in which they are shown, each with the cities to choose from. */
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

/** Tells whether the city is on the region's list, letter for letter. */
export function isCityOf(regionCode: string, city: string): boolean {
  return byCode.get(regionCode)?.cities.some(({ name }) => name === city) ?? false;
}
