import { keysOf } from '#domain/base/keys.ts';
import { type OfferedWays, offeredWays } from '#domain/delivery/ways.ts';
import type { Prices } from '#domain/orders/prices.ts';
import type { OfferedPins } from '#domain/pins/pin.ts';
import { offeredPins, offeredProducts, withFirst } from '#domain/pins/products.ts';
import { complaints } from './complaints.ts';
import { couriers } from './couriers.ts';
import { delivery } from './delivery.ts';
import { face } from './face.ts';
import type { Field, Group } from './group.ts';
import { notice } from './notice.ts';
import { payment } from './payment.ts';
import { press } from './press.ts';
import { prices } from './prices.ts';
import { products } from './products.ts';
import { seller } from './seller.ts';
import { unpaid } from './unpaid.ts';
import { ways } from './ways.ts';

/** Each group is saved separately; the order is that of the screen. */
const groups = {
  ...{ prices, delivery, seller, face, payment, unpaid },
  ...{ ways, couriers, complaints, notice, press, products },
};

export type SettingsGroup = keyof typeof groups;

/** Settings that the owner can change while the shop runs; the environment has some defaults. */
export type Settings = { [Name in SettingsGroup]: (typeof groups)[Name]['usual'] };

export const settingsGroups: { readonly [Name in SettingsGroup]: Group<Settings[Name]> } = groups;

export const SETTINGS_GROUPS: readonly SettingsGroup[] = keysOf(groups);

/** Returns an object with what `make` returns for each group. */
export function mapGroups<Made extends Record<SettingsGroup, unknown>>(
  make: (name: SettingsGroup) => unknown,
): Made {
  // No type says that what is made for a name belongs to it: `Made` is the caller's word for that.
  return Object.fromEntries(SETTINGS_GROUPS.map((name) => [name, make(name)])) as Made;
}

/** Returns the group of a name, such as one from a URL; undefined if there is none. */
export function findGroup(name: string): SettingsGroup | undefined {
  return SETTINGS_GROUPS.find((group) => group === name);
}

/** The label of each setting, in lower case. */
export const settingsLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(groups).flatMap(({ fields }) =>
    Object.entries<Field>(fields).map(([name, { label }]) => [name, label]),
  ),
);

/** Returns the pins on offer according to the settings. */
export function pinsOf(settings: Pick<Settings, 'prices' | 'press' | 'products'>): OfferedPins {
  const { prices, press, products } = settings;
  return offeredPins({ prices, press, products: offeredProducts(products.products) });
}

/** Returns the settings with price and press of the first product shown as `prices` and `press`. */
export function showFirst(settings: Settings): Settings {
  const [{ price, press }] = pinsOf(settings);
  return {
    ...settings,
    prices: { ...settings.prices, ...price },
    press: { ...settings.press, ...press },
  };
}

/**
 * Returns the settings after a group is changed: price and press of the first product are part of
 * the products, however they are changed.
 */
export function changeGroup(
  settings: Settings,
  group: SettingsGroup,
  values: Settings[SettingsGroup],
): Settings {
  const changed: Settings = { ...settings, [group]: values };
  if (group === 'products') return showFirst(changed);
  return { ...changed, products: { products: withFirst(changed.products.products, changed) } };
}

/** Returns the shipping prices, with those of every other way on offer. */
export function shippingOf(
  settings: Pick<Settings, 'prices' | 'ways' | 'couriers'>,
): Prices & { ways: OfferedWays | undefined } {
  return { ...settings.prices, ways: offeredWays(settings) };
}
