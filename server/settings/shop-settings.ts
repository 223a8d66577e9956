import { dayOf } from '#domain/base/dates.ts';
import { mapKeys } from '#domain/base/keys.ts';
import { offeredWays } from '#domain/delivery/ways.ts';
import type { Offer } from '#domain/legal/document.ts';
import { TERMS_VERSION } from '#domain/legal/versions.ts';
import type { PriceList } from '#domain/orders/prices.ts';
import { type PaymentProvider, providerName } from '#domain/payments/attempt.ts';
import type { DepositRule } from '#domain/payments/deposit.ts';
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
import { readSettings } from './stored.ts';

type Start = {
  /** The values that the shop was started with. */
  defaults: Settings;
  /** The provider of online payments; null: they are off. */
  provider: PaymentProvider | null;
};
type Parts = Start & { db: Pick<Database, 'queries'>; clock: () => number };

export type SettingsState = ReturnType<typeof toState>;
export type ShopSettings = ReturnType<typeof createShopSettings>;

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

/** The settings that the owner has saved, with the configured defaults for the rest. */
export function createShopSettings({ db, clock, ...start }: Parts) {
  const { defaults } = start;
  let known = { key: '', state: toState(start, []) };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<SettingsState> | null = null;

  /** Reads the settings without a cache, for a transaction. */
  async function read(queries: Queries): Promise<SettingsState> {
    return stateOf((await selectSaved.execute(queries)).rows);
  }

  /** Returns the settings that result from the rows of `selectSaved`. */
  function stateOf(saved: readonly Saved[]): SettingsState {
    const key = saved
      .map(({ group, version }) => `${group} ${version}`)
      .sort()
      .join();
    if (known.key !== key) known = { key, state: toState(start, saved) };
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
    ...{ defaults, read, stateOf },
    /** Returns the pins that were on offer by an earlier price list. */
    pinsOn: async (queries: Queries, { products, defaultProduct }: PriceList) => {
      const rows = {
        products: await findValues(queries, 'products', products),
        default_product: await findValues(queries, 'default_product', defaultProduct),
      };
      return pinsOf(readSettings(defaults, rows).settings);
    },
    /** Returns settings at most two seconds old; older ones while the database does not answer. */
    current: async () => {
      // A clock that is set back must not make them fresh for as long.
      if (Math.abs(clock() - readAt) < FRESH_MS) return known.state;
      reading ??= refresh();
      const latest = reading;
      return (await within(PATIENCE_MS, () => latest)) ?? known.state;
    },
  };
}

function toState({ defaults, provider }: Start, saved: readonly Saved[]) {
  const last = new Map(saved.map((one) => [one.group, one]));
  const rows = Object.fromEntries(saved.map(({ group, values }) => [group, values]));
  const { settings, isDefault } = readSettings(defaults, rows);
  const inTerms = IN_TERMS.flatMap((group) => last.get(group) ?? []);
  return {
    ...{ settings, isDefault, provider },
    /** How often each group was saved; 0: never. */
    versions: mapKeys(
      { ...settingsGroups, default_product: null },
      (group): number => last.get(group)?.version ?? 0,
    ),
    termsVersion: termsVersion(inTerms, provider, settings.payment),
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
