import { placeKey } from '#domain/base/folding.ts';
import { type ComunaFacts, furtherComunas } from './comuna-data.ts';
import type { Coordinates } from './delivery.ts';
import { regionData } from './region-data.ts';
import { findRegion } from './regions.ts';

export type Comuna = {
  name: string;
  /** Code of its region. */
  region: string;
  /** Coordinates of its main town; null for Antarctica. */
  point: Coordinates | null;
  /** Other common names of it or its main town. */
  aliases: readonly string[];
};

/** Towns on the shop's list that are no commune; their commune is in `furtherComunas`. */
const townsOnly: readonly string[] = [
  'San Vicente de Tagua Tagua',
  'Puerto Aysén',
  'Puerto Natales',
];

/** Chile's 346 communes, region by region. */
export const comunas: readonly Comuna[] = regionData.flatMap(({ code, cities }) => [
  ...cities.filter(({ name }) => !townsOnly.includes(name)).map((facts) => toComuna(code, facts)),
  ...(furtherComunas[code] ?? []).map((facts) => toComuna(code, facts)),
]);

function toComuna(region: string, { name, lat, lng, aliases = [] }: ComunaFacts): Comuna {
  const point = lat === undefined || lng === undefined ? null : { lat, lng };
  return { name, region, point, aliases };
}

/** Returns the commune of a region by its exact name. */
export function findComuna(region: string, name: string): Comuna | undefined {
  return comunas.find((comuna) => comuna.name === name && comuna.region === region);
}

/** Returns the coordinates of a listed city or a commune; null when unknown. */
export function pointOfCity(region: string, city: string): Coordinates | null {
  const listed = findRegion(region)?.cities.find(({ name }) => name === city);
  if (listed) return { lat: listed.lat, lng: listed.lng };
  return findComuna(region, city)?.point ?? null;
}

const MAX_RESULTS = 8;

/**
 * Finds communes by typed text; accents, case, hyphens and apostrophes do not matter. Names that
 * begin with the text come first, then names with a word that does, then the rest.
 */
export function searchComunas(typed: string, limit = MAX_RESULTS): Comuna[] {
  const wanted = placeKey(typed);
  if (!wanted) return [];
  keys ??= makeKeys();
  return keys
    .map(({ comuna, names }) => ({ comuna, rank: rankOf(names, wanted) }))
    .filter(({ rank }) => rank < NONE)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ comuna }) => comuna);
}

/** Built on the first search: sorting by locale takes memory that a server does not need. */
let keys: ReturnType<typeof makeKeys> | undefined;

function makeKeys() {
  return comunas
    .map((comuna) => ({ comuna, names: [comuna.name, ...comuna.aliases].map(placeKey) }))
    .sort((a, b) => a.comuna.name.localeCompare(b.comuna.name, 'es'));
}

const NONE = 3;

/** 0: the name begins with the text · 1: a word of any name does · 2: a name contains it. */
function rankOf([name = '', ...others]: readonly string[], wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  const all = [name, ...others];
  if (all.some((text) => ` ${text}`.includes(` ${wanted}`))) return 1;
  return all.some((text) => text.includes(wanted)) ? 2 : NONE;
}
