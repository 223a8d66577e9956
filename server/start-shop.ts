import { DAY_MS } from '#domain/base/dates.ts';
import { BACKLOG, createApp } from './app.ts';
import { explainStart } from './config/explain-start.ts';
import { listLocalNames } from './config/local-urls.ts';
import { type Config, ConfigError, configWarnings, type StartConfig } from './config.ts';
import { type Context, type ContextParts, createContext, type Roof } from './context.ts';
import type { Tx } from './db/types.ts';
import { detailOf } from './features/admin/order-detail.ts';
import { sweepRequestedPictures } from './features/aftersales/change/change-requests.ts';
import { beginNightlyCopy, copyWarnings, nightlyCopyHandlers } from './features/backup/copies.ts';
import { backupHandlers, sweepBackups } from './features/backup/make-backup.ts';
import { updateCodeUse } from './features/discounts/uses.ts';
import { alertHandlers } from './features/health/alert.ts';
import { noteGivenUp } from './features/health/failed-jobs.ts';
import { createHealthLook } from './features/health/look-at-health.ts';
import { createNightlyCheck } from './features/health/look-for-damage.ts';
import { countMail, sweepMailCounts } from './features/mail/count-mail.ts';
import { enqueueMail } from './features/mail/enqueue-mail.ts';
import type { Writers } from './features/mail/letter.ts';
import { mailHandlers } from './features/mail/mail-handlers.ts';
import { updateStages } from './features/orders/order.ts';
import { sweepLinks } from './features/orders/stored-links.ts';
import { updateSearchText } from './features/orders/write-order.ts';
import { sweepNotices } from './features/payments/enqueue-reading.ts';
import { freeMovements, sweepStatements } from './features/payments/free-movements.ts';
import { paymentHandlers } from './features/payments/read-payments.ts';
import { markStale, updateStatistics } from './features/payments/statistics.ts';
import { supersedeAttempts } from './features/payments/supersede.ts';
import { chaseUnpaid } from './features/payments/unpaid/chase-unpaid.ts';
import { forgetAddress } from './features/people/addresses.ts';
import { forgetPerson, mayEnter, rememberPerson, setRole } from './features/people/repo.ts';
import { readPass } from './features/people/require-second-factor.ts';
import { sweepPasses } from './features/people/second-factor/pass.ts';
import { forgetPass, forgetSecondFactor } from './features/people/second-factor/repo.ts';
import { detachOrders } from './features/privacy/detached-orders.ts';
import { emptyBin } from './features/privacy/empty-bin.ts';
import { personHandlers } from './features/privacy/erase-person.ts';
import { remindProofs } from './features/production/proofs/proof-news.ts';
import { sweepReplaced } from './features/production/replaced-pictures.ts';
import { sheetHandlers } from './features/production/sheets/make-sheet.ts';
import { sweepSheets } from './features/production/sheets/sheets.ts';
import { fileHandlers } from './features/uploads/remove-files.ts';
import {
  pictureHandlers,
  removeOldPictures,
  sweepUploads,
} from './features/uploads/remove-pictures.ts';
import { originOf } from './http/public-url.ts';
import { type PeriodicTask, startPeriodicTasks } from './jobs/periodic.ts';
import { sweepJobs } from './jobs/repo.ts';
import { startWorker } from './jobs/worker.ts';
import type { Log } from './lib/log.ts';
import { deriveKey } from './lib/secrets.ts';
import { embeddedIdentity } from './ports/identity/embedded/embedded.ts';
import { firstEntryKey } from './ports/identity/embedded/first-entry.ts';
import { firebaseIdentity } from './ports/identity/firebase/firebase.ts';
import type { Account, Identity } from './ports/identity/identity.ts';

/** The busiest shop adds some hundred orders in it. */
const GROWTH_MS = 2000;
const QUARTER_HOUR_MS = 900_000;
/** How long a stop waits for requests in progress; a stalled upload must not block it. */
const PATIENCE_MS = 10_000;

export type RunningShop = {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string;
  config: Config;
  context: Context;
  /** Stops the shop after the requests in progress are answered. */
  stop: () => Promise<void>;
};

/** Opens the database, serves the shop, starts its tasks and the worker of its jobs. */
async function startShop(config: StartConfig): Promise<RunningShop> {
  const localNames = await listLocalNames(config);
  if (localNames.length > 0) throw new ConfigError(localNames);
  const context = await createContext(config, roof);
  try {
    await updateStages(context);
    const app = await createApp(context);
    const { host, port } = config;
    const address = await app.listen({ host, port, backlog: BACKLOG });
    const stopChores = startPeriodicTasks(choresOf(context), app.log);
    const stopJobs = startJobs(context, app.log);
    const stop = async () => {
      const hangUp = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
      await app.close();
      clearTimeout(hangUp);
      await stopChores();
      await stopJobs();
      await context.close();
    };
    return { address, config, context, stop };
  } catch (error) {
    await context.close();
    throw error;
  }
}

export function choresOf(context: Context): PeriodicTask[] {
  const { db, clock, identity } = context;
  const often = {
    'sweep uploads': () => sweepUploads(context),
    'remove old pictures': () => removeOldPictures(context),
    'empty bin': () => emptyBin(context),
    'update statistics': () => updateStatistics(context),
    'sweep replaced pictures': () => sweepReplaced(context),
    'sweep requested pictures': () => sweepRequestedPictures(context),
    'sweep sheets': () => sweepSheets(context),
    'sweep backups': () => sweepBackups(context),
    'copy by night': () => beginNightlyCopy(context),
    'remind of proofs': () => remindProofs(context),
    'chase unpaid': () => chaseUnpaid(context),
    'look for damage': createNightlyCheck(context),
    'look at health': createHealthLook(context),
  };
  const daily = {
    'sweep links': () => sweepLinks(db.queries, clock()),
    'sweep jobs': () => sweepJobs(db, clock()),
    'sweep mail counts': () => sweepMailCounts(db, clock()),
    'sweep notices': () => sweepNotices(context),
    'sweep statements': () => sweepStatements(context),
    'sweep sessions': () => identity.sweep(),
    'sweep passes': () => sweepPasses(context),
  };
  return [
    { name: 'analyze grown tables', everyMs: GROWTH_MS, run: db.analyzeGrown },
    ...Object.entries(often).map(([name, run]) => ({ name, everyMs: QUARTER_HOUR_MS, run })),
    ...Object.entries(daily).map(([name, run]) => ({ name, everyMs: DAY_MS, run })),
  ];
}

/** Loads the letters with the first mail: an idle shop does not need them. */
export async function loadMailWriters(): Promise<Writers> {
  return (await import('./mail-writers.ts')).mailWriters;
}

/** Starts the worker that runs the shop's jobs. @returns a function that stops it */
export function startJobs(context: Context, log: Log): () => Promise<void> {
  const { db, clock, mailer } = context;
  const stop = startWorker({
    db,
    clock,
    log,
    onGivenUp: (tx, job) => noteGivenUp(context, tx, job),
    handlers: {
      ...mailHandlers(context, loadMailWriters),
      ...pictureHandlers(context),
      ...fileHandlers(context),
      ...paymentHandlers(context),
      ...personHandlers(context),
      ...sheetHandlers(context),
      ...backupHandlers(context),
      ...nightlyCopyHandlers(context),
      ...alertHandlers(context),
    },
  });
  return async () => {
    await stop();
    await mailer.close();
  };
}

/** A line that cannot be written, as on a full disk, is lost. */
const lose = () => undefined;

/**
 * Runs the shop as this process until a signal ends it.
 * @param readConfig reads the environment; its errors are printed like any other
 * @param whenUp called once the shop listens
 */
export async function runShop(
  readConfig: () => StartConfig,
  whenUp: (shop: RunningShop) => Promise<void> = async () => undefined,
): Promise<void> {
  // Orders hold people's addresses: other users of the machine may not read the data folder.
  process.umask(0o077);
  for (const output of [process.stdout, process.stderr])
    output.off('error', lose).on('error', lose);
  try {
    const shop = await startShop(readConfig());
    const { address, config, context, stop } = shop;
    const { seller } = (await context.settings.current()).settings;
    const lines = [
      `${seller.name}: ${address}`,
      `Datos: ${config.dataDir}`,
      ...filesLine(config),
      mailLine(config),
    ];
    // Set before the URL is printed: a program that reads it may stop the shop at once.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void stop().finally(() => process.exit()));
    }
    for (const line of [...configWarnings(config), ...(await copyWarnings(config))]) {
      process.stderr.write(`Aviso: ${line}\n`);
    }
    process.stdout.write(`${lines.join('\n')}\n`);
    await whenUp(shop);
  } catch (error) {
    process.stderr.write(`${explainStart(error)}\n`);
    process.exit(1);
  }
}

/** Says where new files are stored, if not in the data folder. */
function filesLine({ files }: Config): string[] {
  if (files.newIn === 'disk') return [];
  const { name, endpoint, region } = files.bucket;
  return [`Archivos: depósito S3 ${name} en ${endpoint ?? `Amazon, ${region}`}`];
}

/** Says where mail is sent; only the server's host, because the URL may contain a password. */
function mailLine({ mail }: Config): string {
  return `Correos: ${mail.kind === 'files' ? mail.folder : new URL(mail.url).host}`;
}

/** Opens the configured identity provider; `context.publicUrl` may change once the shop listens. */
function openIdentity(context: ContextParts): Identity {
  const { config, db, secret, clock } = context;
  const shared = {
    db,
    clock,
    publicUrl: () => context.publicUrl,
    ownOrigins: () => (config.publicUrl ? [] : loopbackOrigins(context.publicUrl)),
    limits: context.limits,
    mayEnter,
    forgetPass,
    handOver: async (tx: Tx, uid: string) => {
      await forgetAddress(tx, uid);
      await detachOrders(tx, uid);
      const now = clock();
      await forgetSecondFactor(tx, { uid, by: null, now });
      // Allowed also for the last admin.
      await setRole(tx, { uid, from: 'admin', to: 'user', by: null }, now);
    },
    remember: async (tx: Tx, account: Account) => {
      if (await mayEnter(tx, account.uid)) await rememberPerson(tx, account, clock());
    },
    forget: forgetPerson,
  };
  const { auth } = config;
  if (auth.provider === 'firebase') return firebaseIdentity({ ...shared, settings: auth.firebase });
  return embeddedIdentity({
    ...shared,
    authKey: deriveKey(secret, 'identity').toString('base64url'),
    mailKey: deriveKey(secret, 'verify-email'),
    deviceKey: deriveKey(secret, 'device'),
    firstEntryKey: firstEntryKey(secret),
    grantAdmin: (tx, uid) => setRole(tx, { uid, from: 'user', to: 'admin', by: null }, clock()),
    shopName: async () => (await context.settings.current()).settings.seller.name,
    lacksSecondFactor: async (token, cookies) => {
      const { enrolled, passed } = await readPass(context, { token, cookies });
      return enrolled && !passed;
    },
    google: auth.google,
    enqueueMail: (handle, mail) => enqueueMail(handle, mail, clock()),
    sendNotice: async (tx, notice) => {
      const { kind, to } = notice;
      const isWithinLimits = await countMail(context, tx, { kind, to, now: clock() });
      if (isWithinLimits) await enqueueMail(tx, notice, clock());
    },
  });
}

/** Without PUBLIC_URL the shop is used on one machine, by any of its loopback names. */
function loopbackOrigins(publicUrl: string): string[] {
  const port = Number(new URL(publicUrl).port);
  return ['localhost', '127.0.0.1', '::1'].map((name) => originOf(name, port));
}

/** What follows from a change of an order, in this sequence. */
const followers: Roof['followers'] = [
  supersedeAttempts,
  updateCodeUse,
  updateSearchText,
  freeMovements,
  // It waits for other changes of the day's orders.
  markStale,
];

export const roof: Roof = { openIdentity, followers, detailOf };
