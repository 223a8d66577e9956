import { placeKey } from '#domain/base/folding.ts';
import { type City, findRegion, regions } from './regions.ts';

/**
 * Finds the listed city that a name means: the same name, else one that begins the other, else one
 * that the other contains; compares whole words, without accents, case, hyphens and apostrophes.
 * @param region code; only its cities are searched, unless it is unknown
 */
export function findKnownCity(region: string, city: string): City | null {
  const wanted = placeKey(city);
  const cities = findRegion(region)?.cities ?? regions.flatMap((each) => each.cities);
  const find = (fits: (known: string) => boolean) =>
    cities.find(({ name }) => fits(placeKey(name)));
  return (
    find((known) => known === wanted) ??
    find((known) => begins(known, wanted) || begins(wanted, known)) ??
    find((known) => holds(known, wanted) || holds(wanted, known)) ??
    null
  );
}

function begins(text: string, part: string): boolean {
  return `${text} `.startsWith(`${part} `);
}

function holds(text: string, part: string): boolean {
  return ` ${text} `.includes(` ${part} `);
}
