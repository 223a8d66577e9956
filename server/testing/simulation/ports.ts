import { copyFileSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { type KyselyPlugin, sql } from 'kysely';
import { checkSqlite } from '#server/db/check-sqlite.ts';
import type { Database } from '#server/db/database.ts';
import type { Decoder } from '#server/ports/decoder/decoder.ts';
import type { Mailer, OutgoingMail } from '#server/ports/mail/mail.ts';
import { checkFileKey, type Storage } from '#server/ports/storage/storage.ts';

export const PORTS = ['database', 'storage', 'mail', 'payments'] as const;
type Port = (typeof PORTS)[number];

/**
 * What goes wrong at a port: nothing is done; it is done and not told; it takes a minute; a payment's
 * confirmation arrives twice.
 */
export const FAULTS = ['fails', 'lost', 'slow', 'twice'] as const;
/** Goes wrong once, after so many calls of the port that do not. */
export type Fault = { port: Port; how: (typeof FAULTS)[number]; after: number };

/** What stands between the shop and the world: where an act may wait for others, and fail. */
export type Border = {
  /**
   * Resolves when the simulation lets its caller continue; never, once the process has ended.
   * @param what is done, for who reads how a life went
   */
  takeTurn: (what: string) => Promise<void>;
  /** Returns what goes wrong with a call of the port, and counts it. */
  strike: (port: Port) => Fault['how'] | null;
};

const SLOW_MS = 60_000;
const WRITES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

function failureOf(port: Port): Error {
  if (port === 'payments') return new TypeError('fetch failed');
  if (port === 'mail') return new Error('the mail server does not answer');
  if (port === 'database') return new BetterSqlite.SqliteError('disk is full', 'SQLITE_FULL');
  return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}

/** Carries a call over a border. @param work does it; is told whether its caller will hear of it */
export async function cross<T>(
  { takeTurn, strike }: Border,
  port: Port,
  work: (isTold: boolean) => T | Promise<T>,
): Promise<T> {
  await takeTurn(port);
  const how = strike(port);
  if (how === 'slow') await sleep(SLOW_MS);
  if (how === 'fails') throw failureOf(port);
  if (how === 'twice') await work(true);
  const done = await work(how !== 'lost');
  await takeTurn(`${port} ends`);
  if (how === 'lost') throw failureOf(port);
  return done;
}

/**
 * Others may act before and after each transaction, and behind each query outside of one. Damage is
 * looked for in this process.
 */
export async function wrapDatabase(db: Database, { takeTurn, strike }: Border): Promise<Database> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db.queries);
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const how = WRITES.has(node.kind) ? strike('database') : null;
      if (how && how !== 'slow') throw failureOf('database');
      return node;
    },
    transformResult: async ({ result }) => {
      await takeTurn('query');
      return result;
    },
  };
  return {
    ...db,
    queries: db.queries.withPlugin(plugin),
    transaction: async (work) => {
      await takeTurn('transaction');
      const how = strike('database');
      if (how === 'fails') throw failureOf('database');
      const result = await db.transaction(async (tx) => {
        const done = await work(tx);
        // A disk that is full at the commit.
        if (how === 'lost') throw failureOf('database');
        return done;
      });
      await takeTurn('transaction ends');
      return result;
    },
    findDamage: async () => {
      await takeTurn('look for damage');
      return rows.flatMap(({ file }) => checkSqlite(file));
    },
  };
}

/** Files in memory. */
export function memoryStorage(border: Border, files: Map<string, Buffer>): Storage {
  const store = (key: string, read: () => Uint8Array) =>
    cross(border, 'storage', () => void files.set(checkFileKey(key), Buffer.from(read())));
  return {
    put: (key, bytes) => store(key, () => bytes),
    putFile: async (key, path) => {
      await store(key, () => readFileSync(path));
      rmSync(path);
    },
    open: (key) =>
      cross(border, 'storage', () => {
        const bytes = files.get(checkFileKey(key));
        return bytes ? { stream: Readable.from([bytes]), bytes: bytes.length } : null;
      }),
    remove: (key) => cross(border, 'storage', () => void files.delete(checkFileKey(key))),
    sweep: async () => undefined,
  };
}

export type Outbox = {
  /** In the order in which they were sent. */
  sent: OutgoingMail[];
  /** Mails of which the shop does not know that they were sent: it may send them once more. */
  untold: string[];
};

/** A mail server that keeps what it was sent. */
export function mailServer(border: Border, { sent, untold }: Outbox): Mailer {
  return {
    send: (mail) =>
      cross(border, 'mail', (isTold) => {
        sent.push(mail);
        if (!isTold) untold.push(mail.messageId);
      }),
    close: async () => undefined,
  };
}

const NO_SIZE = { width: 8, height: 8, subject: { kind: 'point', x: 0.5, y: 0.5 } } as const;

/** Takes every picture for one of 8 by 8 pixels, and copies it as it is. */
export function copyingDecoder(picture: Uint8Array): Decoder {
  return {
    makeCopies: async ({ path, imagePath, thumbnailPath, square }) => {
      for (const to of [imagePath, thumbnailPath, square?.path]) if (to) copyFileSync(path, to);
      const { size } = statSync(path);
      const bytes = { imageBytes: size, thumbnailBytes: size, squareBytes: square ? size : 0 };
      return { spentMs: 1, copies: { ...NO_SIZE, ...bytes } };
    },
    makeSquare: async () => picture,
    close: async () => undefined,
  };
}
