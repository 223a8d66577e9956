import { foldText } from './folding.ts';
import { type City, findRegion, regions } from './regions.ts';

/**
 * Finds the place on the shop's list that a city's name means: the same name, else one that
 * begins the other, else one inside of the other; whole words only, accents and case aside.
 * @param region code; only its cities count, unless it is unknown
 */
export function findKnownCity(region: string, city: string): City | null {
  const wanted = foldText(city);
  const cities = findRegion(region)?.cities ?? regions.flatMap((each) => each.cities);
  const find = (fits: (known: string) => boolean) =>
    cities.find(({ name }) => fits(foldText(name)));
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
