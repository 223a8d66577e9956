import { dayOf } from '#domain/base/dates.ts';
import { mapKeys } from '#domain/base/keys.ts';
import { offeredWays } from '#domain/delivery/ways.ts';
import type { Offer } from '#domain/legal/document.ts';
import { TERMS_VERSION } from '#domain/legal/versions.ts';
import type { PriceList } from '#domain/orders/prices.ts';
import { type PaymentProvider, providerName } from '#domain/payments/attempt.ts';
import type { DepositRule } from '#domain/payments/deposit.ts';
import type { OfferedPins } from '#domain/pins/pin.ts';
import {
  pinsOf,
  type Settings,
  type SettingsGroup,
  settingsGroups,
} from '#domain/settings/settings.ts';
import type { Database } from '#server/db/database.ts';
import type { Queries } from '#server/db/types.ts';
import { within } from '#server/lib/within.ts';
import { findValues, type Saved, selectSaved } from './repo.ts';
import { readSettings, type StoredGroup } from './stored.ts';

export type SettingsState = {
  settings: Settings;
  /** How often each group was saved; 0: never. */
  versions: Readonly<Record<StoredGroup, number>>;
  /** True for groups that have the values that the shop was started with. */
  isDefault: Readonly<Record<SettingsGroup, boolean>>;
  /** Version of the terms that a buyer accepts now; see `TERMS_VERSION`. */
  termsVersion: string;
  /** The provider of online payments; null: they are off. */
  provider: PaymentProvider | null;
};

/** The settings that the owner has saved, with the configured defaults for the rest. */
export type ShopSettings = {
  defaults: Settings;
  /**
   * Returns cached settings, at most two seconds old; older ones while the database does not
   * answer.
   */
  current(): Promise<SettingsState>;
  /** Reads the settings without a cache, for a transaction. */
  read(db: Queries): Promise<SettingsState>;
  /** Returns the pins that were on offer by an earlier price list. */
  pinsOn(db: Queries, list: PriceList): Promise<OfferedPins>;
  /** Returns the settings that result from the rows of `selectSaved`. */
  stateOf(saved: readonly Saved[]): SettingsState;
};

type Parts = {
  db: Pick<Database, 'queries'>;
  defaults: Settings;
  provider: PaymentProvider | null;
  clock: () => number;
};

const FRESH_MS = 2_000;
/** How long to wait for a database that does not answer. */
const PATIENCE_MS = 2_000;
/** The groups that the terms depend on: without couriers, no pickup at an office is offered. */
const IN_TERMS: SettingsGroup[] = ['prices', 'delivery', 'seller', 'products', 'ways', 'couriers'];

/** Returns the offer that buyers accept now. */
export function offerOf({ settings, provider, termsVersion }: SettingsState): Offer {
  const { seller, prices: shipping, delivery, payment: deposit } = settings;
  const paysBy = providerName(provider);
  const ways = offeredWays(settings);
  const pins = pinsOf(settings);
  return { seller, pins, shipping, delivery, ways, paysBy, deposit, termsVersion };
}

/** Returns the price list that orders have now. */
export function priceListOf({ versions }: Pick<SettingsState, 'versions'>): PriceList {
  return { products: versions.products, defaultProduct: versions.default_product };
}

export function createShopSettings({ db, defaults, provider, clock }: Parts): ShopSettings {
  let known = { key: '', state: toState({ defaults, provider }, []) };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<SettingsState> | null = null;

  async function read(queries: Queries): Promise<SettingsState> {
    return stateOf((await selectSaved.execute(queries)).rows);
  }

  function stateOf(saved: readonly Saved[]): SettingsState {
    const key = saved
      .map(({ group, version }) => `${group} ${version}`)
      .sort()
      .join();
    if (known.key !== key) known = { key, state: toState({ defaults, provider }, saved) };
    return known.state;
  }

  /**
   * Ignores errors of the database, so that the page is still served; the next order reports them.
   */
  async function refresh(): Promise<SettingsState> {
    const begun = clock();
    try {
      return await read(db.queries);
    } catch {
      return known.state;
    } finally {
      readAt = begun;
      reading = null;
    }
  }

  return {
    defaults,
    read,
    pinsOn: async (queries, { products, defaultProduct }) => {
      const rows = {
        products: await findValues(queries, 'products', products),
        default_product: await findValues(queries, 'default_product', defaultProduct),
      };
      return pinsOf(readSettings(defaults, rows).settings);
    },
    stateOf,
    current: async () => {
      if (clock() - readAt < FRESH_MS) return known.state;
      reading ??= refresh();
      const latest = reading;
      return (await within(PATIENCE_MS, () => latest)) ?? known.state;
    },
  };
}

function toState(
  { defaults, provider }: Pick<Parts, 'defaults' | 'provider'>,
  saved: readonly Saved[],
): SettingsState {
  const last = new Map(saved.map((one) => [one.group, one]));
  const values = Object.fromEntries(saved.map(({ group, values }) => [group, values]));
  const read = readSettings(defaults, values);
  const inTerms = IN_TERMS.flatMap((group) => last.get(group) ?? []);
  return {
    ...read,
    versions: mapKeys(
      { ...settingsGroups, default_product: null },
      (group) => last.get(group)?.version ?? 0,
    ),
    termsVersion: termsVersion(inTerms, provider, read.settings.payment),
    provider,
  };
}

/**
 * Returns the version of the terms: the day of the text's version or of the last save, and the
 * number of saves, because there can be several on one day: `2026-11-21`, `2026-12-01.3`. Online
 * payments and a deposit change the terms, too: `2026-12-01.3-webpay-abono50-20000`.
 */
function termsVersion(
  saves: readonly Saved[],
  provider: PaymentProvider | null,
  { depositPercent, depositFrom }: DepositRule,
): string {
  const suffix =
    (provider ? `-${provider}` : '') +
    (depositPercent === null ? '' : `-abono${depositPercent}-${depositFrom}`);
  if (saves.length === 0) return TERMS_VERSION + (suffix && `.0${suffix}`);
  const days = saves.map(({ savedAt }) => dayOf(savedAt));
  const day = [TERMS_VERSION, ...days].sort().at(-1);
  const count = saves.reduce((sum, { version }) => sum + version, 0);
  return `${day}.${count}${suffix}`;
}
