import type { DescribedSettings } from '#contract/settings/settings-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
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
import type { Tx } from '#server/db/types.ts';
import { keepUpload } from '#server/features/uploads/repo.ts';
import { logoId } from '#server/features/uploads/urls.ts';
import { validationError } from '#server/http/errors.ts';
import { insertSave, isNamedInSaves } from '#server/settings/repo.ts';
import type { SettingsState } from '#server/settings/shop-settings.ts';
import { type StoredGroup, writeValues } from '#server/settings/stored.ts';
import { describeSave } from './describe-save.ts';

type Change = {
  group: SettingsGroup;
  /** Of this group; null: reset to the defaults. */
  values: Settings[SettingsGroup] | null;
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
  const { defaults } = settings;
  const at = clock();
  // Outside the transaction: what is rolled back must not be read, and kept, as a version.
  const describe = async () => describeSettings(defaults, await settings.read(db.queries));
  try {
    await db.transaction(async (tx) => {
      const before = await settings.read(tx);
      await keepPictures(tx, change, at);
      await saveGroups(tx, { before, change, defaults, at });
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
  const wrong: [string, string][] = [];
  for (const [path, imageUrl] of values === null ? [] : picturesOf(values)) {
    const id = logoId(imageUrl);
    if (id === null) continue;
    // The pictures of earlier versions were kept, so that the owner can restore a version.
    if (await isNamedInSaves(tx, group, imageUrl)) continue;
    if (await keepUpload(tx, id, now)) continue;
    wrong.push([`values.${path}`, 'Elige la imagen otra vez: ya no está']);
  }
  if (wrong.length > 0) throw validationError(Object.fromEntries(wrong));
}

/** Returns the pictures that a group names, by their paths. */
function picturesOf(values: Settings[SettingsGroup]): [path: string, url: string][] {
  if ('products' in values) {
    return values.products.map(({ imageUrl }, at) => [`products.${at}.imageUrl`, imageUrl ?? '']);
  }
  if (!('logo' in values)) return [];
  const photos = values.photos.map(({ imageUrl }, at): [string, string] => [
    `photos.${at}.imageUrl`,
    imageUrl,
  ]);
  return [['logo', values.logo], ...photos];
}

type Save = { before: SettingsState; change: Change; defaults: Settings; at: number };

/** @throws ShopError `settings_changed` when a group was saved meanwhile */
async function saveGroups(tx: Tx, { before, change, defaults, at }: Save): Promise<void> {
  const { group, values, version: expected, by } = change;
  const { settings, versions } = before;
  if (expected !== null && versions[group] !== expected) throw new ShopError('settings_changed');
  const after = changeGroup(settings, group, values ?? resetValues(settings, group, defaults));
  const hasDefault = group === 'products' ? values === null : before.isDefault.products;
  // In one order, so that two savers do not wait for each other.
  const rows = SETTINGS_GROUPS.flatMap((name): StoredGroup[] => {
    if (name !== group && isSame(settings[name], after[name])) return [];
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
    await writeAudit(
      tx,
      {
        by,
        entity: 'settings',
        entityId: name,
        action: isReset ? 'settings_reset' : 'settings_saved',
        changes: describeSave(settings[name], after[name]),
        version,
      },
      at,
    );
  }
}

/** Returns a group's defaults; the default product keeps price and press. */
function resetValues(
  { products: { products } }: Settings,
  group: SettingsGroup,
  defaults: Settings,
): Settings[SettingsGroup] {
  if (group !== 'products') return defaults[group];
  return {
    products: defaults.products.products.map((usual) => {
      const same = products.find(({ id }) => id === usual.id);
      const { press, price, steps } = same ?? products.find(({ retired }) => !retired) ?? usual;
      return { ...usual, press, price, steps };
    }),
  };
}

export function describeSettings(defaults: Settings, state: SettingsState): DescribedSettings {
  return mapGroups<DescribedSettings>((group) => ({
    values: state.settings[group],
    version: state.versions[group],
    isDefault: state.isDefault[group],
    defaults: defaults[group],
  }));
}
