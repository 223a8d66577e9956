import { existsSync, mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AdminOrderDetail } from '#contract/orders/orders-admin.ts';
import type { Order } from '#domain/orders/order.ts';
import type { Config, StartConfig } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { shareClock } from './db/shared-clock.ts';
import type { Queries, Tx } from './db/types.ts';
import { originOf } from './http/public-url.ts';
import { createDamageLog, type DamageLog } from './lib/damage-log.ts';
import { type DiskSpace, readDiskSpace } from './lib/disk-space.ts';
import { newOrderId, newUploadId } from './lib/ids.ts';
import { deriveKey, loadSecret } from './lib/secrets.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import type { Bank } from './ports/bank/bank.ts';
import { openBank } from './ports/bank/open-bank.ts';
import type { Decoder } from './ports/decoder/decoder.ts';
import { openDecoder } from './ports/decoder/open-decoder.ts';
import { type Geocoder, openGeocoder } from './ports/geocoder/open-geocoder.ts';
import type { Identity } from './ports/identity/identity.ts';
import type { Mailer } from './ports/mail/mail.ts';
import { openMailer } from './ports/mail/open-mailer.ts';
import { openPayments } from './ports/payments/open-payments.ts';
import type { Payments } from './ports/payments/payments.ts';
import { checkedStorage } from './ports/storage/checked-storage.ts';
import { fileHashes } from './ports/storage/file-hashes.ts';
import { openStorage } from './ports/storage/open-storage.ts';
import type { Storage } from './ports/storage/storage.ts';
import { createShopSettings, type ShopSettings } from './settings/shop-settings.ts';

/** An order before and after a change, in its transaction. */
export type OrderChanged = { before: Order; after: Order; now: number };
/** Updates what depends on an order. @throws ShopError what forbids the change */
type OrderFollower = (tx: Tx, changed: OrderChanged) => Promise<void>;

export type Context = {
  config: Config;
  /** The site's origin, such as `https://pines.cl`; with port 0 known once the shop listens. */
  publicUrl: string;
  db: Database;
  /** Settings that the owner may change while the shop runs. */
  settings: ShopSettings;
  storage: Storage;
  /** Logs damaged files and damage in the database. */
  damage: DamageLog;
  /** Decodes untrusted pictures, in separate processes. */
  decoder: Decoder;
  mailer: Mailer;
  identity: Identity;
  /** Null with Google's map, which has its own geocoder. */
  geocoder: Geocoder | null;
  /** Provider of online payments; null: they are off. */
  payments: Payments | null;
  /** Reads the bank's lists of movements, and gets them where that is configured. */
  bank: Bank;
  /** Rate limits by client, account and recipient. */
  limits: Limits;
  /** The keys of signatures are derived from it; see `deriveKey`. */
  secret: string;
  /** Reads the free space on the data folder's disk. */
  diskSpace: () => Promise<DiskSpace>;
  /** Folder for files that are still being received. */
  scratchDir: string;
  /** Milliseconds since 1970 (UTC). */
  clock: () => number;
  /** What follows from a change of an order, in this sequence. */
  followers: readonly OrderFollower[];
  /** Returns an order with everything that the panel shows of it. */
  detailOf: (db: Queries | Tx, order: Order) => Promise<AdminOrderDetail>;
  newOrderId: () => string;
  newUploadId: () => string;
  close: () => Promise<void>;
};

/** The part of the context that an identity provider may use. */
export type ContextParts = Omit<Context, 'identity'>;

/** What only `start-shop.ts`, which knows every feature, can hand in. */
export type Roof = {
  /** Opens the identity provider, connected to the features that it calls. */
  openIdentity: (parts: ContextParts) => Identity;
  followers: readonly OrderFollower[];
  detailOf: (context: ContextParts, db: Queries | Tx, order: Order) => Promise<AdminOrderDetail>;
};

/** Like a recursive `mkdir`, which never ends where a folder's first part cannot be, as in `/proc`. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** Creates the context; tests pass `overrides`. */
export async function createContext(
  config: StartConfig,
  { openIdentity, followers, detailOf }: Roof,
  overrides: Partial<Context> = {},
): Promise<Context> {
  createFolder(config.dataDir);
  const scratchDir = join(config.dataDir, 'arriving');
  const files = overrides.storage ?? (await openStorage(config, scratchDir));
  const db = overrides.db ?? (await openDatabase(config));
  const time = await shareClock(db);
  const damage = createDamageLog();
  const hashes = fileHashes(db);
  await mkdir(scratchDir, { recursive: true });
  if (config.mail.kind === 'files') await mkdir(config.mail.folder, { recursive: true });
  const secret = overrides.secret ?? (await loadSecret(config, scratchDir));
  const context: ContextParts = {
    config,
    publicUrl: config.publicUrl ?? originOf(config.host, config.port),
    db,
    settings: createShopSettings({
      db,
      defaults: config.defaults,
      provider: config.payments?.provider ?? null,
      clock: () => context.clock(),
    }),
    damage,
    decoder: openDecoder({ isBounded: config.rateLimits }),
    mailer: openMailer(config, scratchDir, hashes),
    payments: await openPayments(config),
    geocoder: openGeocoder(config, async () => {
      const { seller } = (await context.settings.current()).settings;
      return [context.publicUrl, seller.email];
    }),
    bank: openBank(deriveKey(secret, 'payers'), config.fintoc),
    limits: createLimits({ db, hashKey: deriveKey(secret, 'limits'), isOn: config.rateLimits }),
    secret,
    diskSpace: () => readDiskSpace(config.dataDir),
    scratchDir,
    clock: time.clock,
    followers,
    detailOf: (db, order) => detailOf(context, db, order),
    newOrderId,
    newUploadId,
    close: async () => {
      time.stop();
      await context.decoder.close();
      await db.close();
    },
    ...overrides,
    storage: checkedStorage(files, hashes, (file) => damage.note({ file })),
  };
  return Object.assign(context, { identity: overrides.identity ?? openIdentity(context) });
}
