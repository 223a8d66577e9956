import type { AuditChange } from '#contract/base/audit.ts';
import type { DescribedSettings } from '#contract/settings/settings-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import { keysOf } from '#domain/base/keys.ts';
import type { Product } from '#domain/pins/products.ts';
import { isSame } from '#domain/settings/group.ts';
import {
  changeGroup,
  mapGroups,
  SETTINGS_GROUPS,
  type Settings,
  type SettingsGroup,
} from '#domain/settings/settings.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { keepUpload } from '#server/features/uploads/repo.ts';
import { logoId } from '#server/features/uploads/urls.ts';
import { validationError } from '#server/http/errors.ts';
import { insertSave, isNamedInSaves } from '#server/settings/repo.ts';
import type { ShopSettings } from '#server/settings/shop-settings.ts';
import { type StoredGroup, writeValues } from '#server/settings/stored.ts';

type Values = Settings[SettingsGroup];

type Change = {
  group: SettingsGroup;
  /** Of this group; null: reset to the defaults. */
  values: Values | null;
  /** The expected version of the group; null: no check. */
  version: number | null;
  /** The admin's uid. */
  by: string;
};

/**
 * Saves a whole group as a new version; earlier versions stay. So is every group that changes with
 * it, as price and press of the first product are in two: a form of it opened before is rejected.
 * The audit entries name the changed settings.
 * @throws ShopError `settings_changed` with the current settings when a group was saved meanwhile
 */
export async function changeSettings(
  { db, settings, clock }: Context,
  change: Change,
): Promise<DescribedSettings> {
  const at = clock();
  // Outside the transaction: what is rolled back must not be read, and kept, as a version.
  const describe = () => describeSettings(settings, db.queries);
  try {
    await db.transaction(async (tx) => {
      await keepPictures(tx, change, at);
      await saveGroups(tx, settings, change, at);
    });
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'settings_changed')) throw error;
    throw new ShopError('settings_changed', { facts: { settings: await describe() } });
  }
  return describe();
}

/**
 * @throws ShopError `validation_failed` for a picture that is deleted, or that a buyer has ordered
 */
async function keepPictures(tx: Tx, { group, values }: Change, now: number): Promise<void> {
  const wrong: Record<string, string> = {};
  for (const { path, url, id } of picturesOf(values, 'values')) {
    // The pictures of earlier versions were kept, so that the owner can restore a version.
    if ((await isNamedInSaves(tx, group, url)) || (await keepUpload(tx, id, now))) continue;
    wrong[path] = 'Elige la imagen otra vez: ya no está';
  }
  if (Object.keys(wrong).length > 0) throw validationError(wrong);
}

type Picture = { path: string; url: string; id: string };

/** Returns the pictures in a value, such as `values.photos.0.imageUrl`. */
function picturesOf(value: unknown, path: string): Picture[] {
  if (value instanceof Object) {
    return Object.entries(value).flatMap(([name, part]) => picturesOf(part, `${path}.${name}`));
  }
  const url = String(value);
  const id = logoId(url);
  return id === null ? [] : [{ path, url, id }];
}

/** @throws ShopError `settings_changed` when a group was saved meanwhile */
async function saveGroups(
  tx: Tx,
  { defaults, read }: ShopSettings,
  { group, values, version: expected, by }: Change,
  at: number,
): Promise<void> {
  const { settings: before, versions, isDefault } = await read(tx);
  if (expected !== null && versions[group] !== expected) throw new ShopError('settings_changed');
  const after = changeGroup(before, group, values ?? resetValues(before, group, defaults));
  const hasDefault = group === 'products' ? values === null : isDefault.products;
  // In one order, so that two savers do not wait for each other.
  const rows = SETTINGS_GROUPS.flatMap((name): StoredGroup[] => {
    if (name !== group && isSame(before[name], after[name])) return [];
    if (name !== 'products' || !hasDefault) return [name];
    return name === group ? [name, 'default_product'] : ['default_product'];
  });
  for (const name of rows) {
    const isReset = name === group && values === null;
    const version = versions[name] + 1;
    const saved_values = isReset ? null : writeValues(after, name);
    const save = { group_name: name, version, saved_values, saved_at: at, saved_by: by };
    // Another admin may have saved it between the two statements.
    if (!(await insertSave(tx, save))) throw new ShopError('settings_changed');
    if (name === 'default_product') continue;
    const action = isReset ? 'settings_reset' : 'settings_saved';
    const changes = describeSave(before[name], after[name]);
    const note = { by, entity: 'settings', entityId: name, action, changes, version } as const;
    await writeAudit(tx, note, at);
  }
}

/** Returns a group's defaults; the default product keeps price and press. */
function resetValues(
  { products: { products } }: Settings,
  group: SettingsGroup,
  defaults: Settings,
): Values {
  if (group !== 'products') return defaults[group];
  return {
    products: defaults.products.products.map((usual) => {
      const same = products.find(({ id }) => id === usual.id);
      const { press, price, steps } = same ?? products.find(({ retired }) => !retired) ?? usual;
      return { ...usual, press, price, steps };
    }),
  };
}

export async function describeSettings({ defaults, read }: ShopSettings, db: Queries) {
  const { settings, versions, isDefault } = await read(db);
  return mapGroups<DescribedSettings>((group) => ({
    values: settings[group],
    version: versions[group],
    isDefault: isDefault[group],
    defaults: defaults[group],
  }));
}

/** Returns the changes of a save for the audit log: settings by name, products with what changed. */
export function describeSave(before: Values, after: Values): AuditChange[] {
  if ('products' in before && 'products' in after) {
    return describeProducts(before.products, after.products);
  }
  return keysOf(after as Record<string, unknown>)
    .filter((field) => !isSame(Reflect.get(before, field), Reflect.get(after, field)))
    .map((field) => ({ field }));
}

/** The audit log's names, which are those of the groups `prices` and `press` where they exist. */
const names: Partial<Record<keyof Product, string>> = { price: 'pin', imageUrl: 'picture' };

function describeProducts(before: readonly Product[], after: readonly Product[]): AuditChange[] {
  const gone = before.filter(({ id }) => after.every((product) => product.id !== id));
  const changes = after.flatMap((product): AuditChange[] => {
    const { id, name } = product;
    const earlier = before.find((one) => one.id === id);
    if (!earlier) return [{ field: 'product', from: null, to: name }];
    const changed = keysOf<keyof Product>({ ...earlier, ...product, imageUrl: product.imageUrl })
      .filter((key) => !isSame(earlier[key], product[key]))
      .map((key) => ({ field: names[key] ?? key }));
    return changed.length === 0 ? [] : [{ field: 'product', to: name }, ...changed];
  });
  for (const { name } of gone) changes.push({ field: 'product', from: name, to: null });
  return changes.length > 0 ? changes : [{ field: 'productOrder' }];
}
