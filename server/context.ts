import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config, StartConfig } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { shareClock } from './db/shared-clock.ts';
import { originOf } from './http/public-url.ts';
import { createNotifier, type Notifier } from './jobs/notifier.ts';
import { createDamageLog, type DamageLog } from './lib/damage-log.ts';
import { type DiskSpace, readDiskSpace } from './lib/disk-space.ts';
import { newOrderId, newUploadId } from './lib/ids.ts';
import { deriveKey, loadSecret } from './lib/secrets.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import type { Decoder } from './ports/decoder/decoder.ts';
import { openDecoder } from './ports/decoder/open-decoder.ts';
import type { Geocoder } from './ports/geocoder/geocoder.ts';
import { openGeocoder } from './ports/geocoder/open-geocoder.ts';
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

export type Context = {
  config: Config;
  /** The site's origin, such as `https://pines.cl`; with a free port right once it listens. */
  publicUrl: string;
  db: Database;
  /** What the owner may change while the shop runs. */
  settings: ShopSettings;
  storage: Storage;
  /** Names damaged files, and what is damaged in the database. */
  damage: DamageLog;
  /** Reads strangers' pictures, in processes of its own. */
  decoder: Decoder;
  mailer: Mailer;
  identity: Identity;
  /** Null with Google's map, which has its own. */
  geocoder: Geocoder | null;
  /** Takes payments online; null: nobody does. */
  payments: Payments | null;
  /** Rung after a commit that wrote a job, so that it is begun at once. */
  jobNotifier: Notifier;
  /** Counts what clients, accounts and recipients may do only so often. */
  limits: Limits;
  /** Signs what the shop hands out; see `deriveKey`. */
  secret: string;
  /** Room on the disk of the data folder. */
  diskSpace: () => Promise<DiskSpace>;
  /** Folder for files that are still arriving. */
  scratchDir: string;
  /** Milliseconds since 1970 (UTC). */
  clock: () => number;
  newOrderId: () => string;
  newUploadId: () => string;
  close: () => Promise<void>;
};

/** What an identity provider may use: the context without itself. */
export type ContextParts = Omit<Context, 'identity'>;

/**
 * Builds the context once; a test overrides what it needs to.
 * @param openIdentity opens the identity provider, tied to the features that it calls
 */
export async function createContext(
  config: StartConfig,
  openIdentity: (parts: ContextParts) => Identity,
  overrides: Partial<Context> = {},
): Promise<Context> {
  const scratchDir = join(config.dataDir, 'arriving');
  const files = overrides.storage ?? (await openStorage(config, scratchDir));
  const db = overrides.db ?? (await openDatabase(config));
  const time = await shareClock(db);
  const damage = createDamageLog();
  const hashes = fileHashes(db);
  await mkdir(scratchDir, { recursive: true });
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
    jobNotifier: createNotifier(),
    geocoder: openGeocoder(config, async () => {
      const { seller } = (await context.settings.current()).settings;
      return [context.publicUrl, seller.email];
    }),
    limits: createLimits({
      db,
      hashKey: deriveKey(secret, 'limits'),
      isOn: config.rateLimits,
    }),
    secret,
    diskSpace: () => readDiskSpace(config.dataDir),
    scratchDir,
    clock: time.clock,
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
