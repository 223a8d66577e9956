import type { DescribedSettings } from '#contract/settings/settings-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Product } from '#domain/pins/products.ts';
import { mapGroups, pinsOf, type Settings, type SettingsGroup } from '#domain/settings/settings.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { keepUpload } from '#server/features/uploads/repo.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { validationError } from '#server/http/errors.ts';
import { insertSave, isNamedInSaves } from '#server/settings/repo.ts';
import type { SettingsState } from '#server/settings/shop-settings.ts';
import { describeSave, isSame } from './describe-save.ts';

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
 * Saves a whole group as a new version; earlier versions stay. The audit entry names the changed
 * settings.
 * @throws ShopError `settings_changed` with the current settings when the group was saved meanwhile
 */
export function changeSettings(context: Context, change: Change): Promise<DescribedSettings> {
  if (change.group === 'products') return changeProducts(context, change);
  return withSaves(context, async (save, before) => {
    const after = await save(before, change);
    const isFirstChanged = !isSame(before.settings.products, after.settings.products);
    if (after.isDefault.products || !isFirstChanged) return after;
    // Saves the products as well, so that a form opened before is rejected: its first one is stale.
    const { by } = change;
    return save(after, { group: 'products', values: after.settings.products, version: null, by });
  });
}

/**
 * Saves the products, and copies the price and press of the first one on offer to the groups
 * `prices` and `press`, for clients that know only one product.
 */
function changeProducts(context: Context, change: Change): Promise<DescribedSettings> {
  const saved = change.values && 'products' in change.values ? change.values.products : null;
  return withSaves(context, async (save, before, tx) => {
    await keepPictures(tx, saved ?? [], context.clock());
    const after = await save(before, change);
    // After a reset the first product keeps its saved price and press, unlike the defaults.
    const products = saved ?? before.settings.products.products;
    const [{ id }] = pinsOf(after.settings);
    const first = products.find((product) => product.id === id);
    return first ? followFirst(save, after, { first, by: change.by }) : after;
  });
}

/**
 * @throws ShopError `validation_failed` for a picture that is deleted, or that a buyer has ordered
 */
async function keepPictures(tx: Tx, products: readonly Product[], now: number): Promise<void> {
  const wrong: [string, string][] = [];
  for (const [at, { imageUrl }] of products.entries()) {
    const id = imageUrl === undefined ? null : pictureId(imageUrl);
    if (imageUrl === undefined || id === null) continue;
    // The pictures of earlier versions were kept, so that the owner can restore a version.
    if (await isNamedInSaves(tx, 'products', imageUrl)) continue;
    if (await keepUpload(tx, id, now)) continue;
    wrong.push([`values.products.${at}.imageUrl`, 'Elige la imagen otra vez: ya no está']);
  }
  if (wrong.length > 0) throw validationError(Object.fromEntries(wrong));
}

async function followFirst(
  save: SaveGroup,
  after: SettingsState,
  { first, by }: { first: Product; by: string },
): Promise<SettingsState> {
  const { prices, press } = after.settings;
  const { face: faceMm, cut: cutMm, safe: safeMm } = first.press;
  const newPrices = { ...prices, pin: first.price, steps: first.steps };
  const newPress = { ...press, faceMm, cutMm, safeMm };
  const version = null;
  let now = after;
  if (!isSame(prices, newPrices)) {
    now = await save(now, { group: 'prices', values: newPrices, version, by });
  }
  if (!isSame(press, newPress)) {
    now = await save(now, { group: 'press', values: newPress, version, by });
  }
  return now;
}

async function withSaves(
  { db, settings, clock }: Context,
  change: (save: SaveGroup, before: SettingsState, tx: Tx) => Promise<SettingsState>,
): Promise<DescribedSettings> {
  const { defaults } = settings;
  const at = clock();
  return db.transaction(async (tx) => {
    const save: SaveGroup = async (before, one) => {
      const isSaved = await saveGroup(tx, { before, at, defaults }, one);
      const now = await settings.read(tx);
      if (isSaved) return now;
      // Another admin may have saved it between the two statements.
      throw new ShopError('settings_changed', {
        facts: { settings: describeSettings(defaults, now) },
      });
    };
    return describeSettings(defaults, await change(save, await settings.read(tx), tx));
  });
}

/** Saves a group and returns the settings after that. */
type SaveGroup = (before: SettingsState, change: Change) => Promise<SettingsState>;

type Before = { before: SettingsState; at: number; defaults: Settings };

/** Returns false when the group was saved meanwhile. */
async function saveGroup(
  tx: Tx,
  { before, at, defaults }: Before,
  { group, values, version, by }: Change,
): Promise<boolean> {
  const seen = version ?? before.versions[group];
  const save = { group, version: seen + 1, at, by };
  const json = values && JSON.stringify(values);
  if (before.versions[group] !== seen) return false;
  if (!(await insertSave(tx, { ...save, values: json }))) return false;
  await writeAudit(
    tx,
    {
      by,
      entity: 'settings',
      entityId: group,
      action: values ? 'settings_saved' : 'settings_reset',
      changes: describeSave(before.settings[group], values ?? defaults[group]),
      version: save.version,
    },
    at,
  );
  return true;
}

export function describeSettings(defaults: Settings, state: SettingsState): DescribedSettings {
  return mapGroups<DescribedSettings>((group) => ({
    values: state.settings[group],
    version: state.versions[group],
    isDefault: state.isDefault[group],
    defaults: defaults[group],
  }));
}
