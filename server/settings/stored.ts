import { settingsSchemas } from '#contract/settings/settings.ts';
import { mapKeys } from '#domain/base/keys.ts';
import {
  mapGroups,
  SETTINGS_GROUPS,
  type Settings,
  type SettingsGroup,
  settingsGroups,
  showFirst,
} from '#domain/settings/settings.ts';
import { parseJson } from '#server/lib/parse-json.ts';

/** `default_product`: price and press of the one product of a shop that has not set any. */
export type StoredGroup = SettingsGroup | 'default_product';
export const STORED_GROUPS: readonly StoredGroup[] = [...SETTINGS_GROUPS, 'default_product'];

/**
 * Returns the JSON of a group's row. Price and press of the first product are stored with the
 * product alone: `prices` and `press` only show them.
 */
export function writeValues(settings: Settings, group: StoredGroup): string {
  const { prices, press, products } = settings;
  const first = products.products[0];
  const stored: Record<StoredGroup, object> = {
    ...settings,
    prices: { ...prices, pin: undefined, steps: undefined },
    press: { ...press, faceMm: undefined, cutMm: undefined, safeMm: undefined },
    default_product: { press: first?.press, price: first?.price, steps: first?.steps },
  };
  return JSON.stringify(stored[group]);
}

/** The JSON of the rows; null or absent: the defaults. */
type Rows = { readonly [Group in StoredGroup]?: string | null };

/** Returns the settings that result from a row of each group, and which are the defaults. */
export function readSettings(defaults: Settings, rows: Rows) {
  const product = readValues(rows.default_product);
  const products = defaults.products.products.map((plain) => ({ ...plain, ...product }));
  const usual = {
    ...defaults,
    products: settingsSchemas.products.safeParse({ products }).data ?? defaults.products,
  };
  const saved = mapGroups<{ [Group in SettingsGroup]: Settings[Group] | null }>((group) =>
    readGroup(defaults, group, rows[group]),
  );
  return {
    settings: showFirst(mapGroups<Settings>((group) => saved[group] ?? usual[group])),
    isDefault: mapKeys(settingsGroups, (group) => saved[group] === null),
  };
}

/**
 * Returns the saved values of a group; a setting that is newer than the save, or that a newer rule
 * refuses, has its default. Null if nothing valid was saved: a restored backup may have such a row.
 */
function readGroup(defaults: Settings, group: SettingsGroup, json: string | null | undefined) {
  const values = readValues(json);
  if (values === null) return null;
  const read = (saved: object) =>
    settingsSchemas[group].safeParse({ ...defaults[group], ...saved });
  const { data, error } = read(values);
  if (data) return data;
  const refused = new Set(error?.issues.map(({ path }) => path[0]));
  const valid = Object.entries(values).filter(([name]) => !refused.has(name));
  return valid.length === 0 ? null : (read(Object.fromEntries(valid)).data ?? null);
}

/** Returns the values of a row; null for the defaults, and for invalid JSON. */
function readValues(json: string | null | undefined): Record<string, unknown> | null {
  const values = parseJson(json ?? 'null');
  return values instanceof Object ? { ...values } : null;
}

/** Returns a group's values of an earlier row as they were then; null for the defaults. */
export function readSave(defaults: Settings, group: SettingsGroup, rows: Rows) {
  const { settings, isDefault } = readSettings(defaults, rows);
  return isDefault[group] ? null : settings[group];
}
