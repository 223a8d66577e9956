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
 * Faults of a port: the call fails without effect; its response is lost; it takes a minute; a
 * payment's confirmation arrives twice.
 */
export const FAULTS = ['fails', 'lost', 'slow', 'twice'] as const;
/** A single fault, after `after` successful calls of the port. */
export type Fault = { port: Port; how: (typeof FAULTS)[number]; after: number };

/**
 * The border between the shop and its ports, where the simulation delays calls and injects faults.
 */
export type Border = {
  /**
   * Resolves when the simulation lets the caller continue; never, once the process has ended.
   * @param what a description for the history
   */
  takeTurn: (what: string) => Promise<void>;
  /** Counts a call of the port, and returns its fault, or null. */
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

/**
 * Makes a call over a border.
 * @param work its argument says whether the caller gets the response
 */
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
 * Wraps a database: other actions may run before and after each transaction, and after each query
 * outside of one. The check for damage runs in this process.
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
        // A full disk at the commit.
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

/** Returns a storage in memory. */
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
  /** In the sequence in which they were sent. */
  sent: OutgoingMail[];
  /** Mails whose response was lost: the shop may send them again. */
  untold: string[];
};

/** Returns a mailer that stores the sent mails. */
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

/** Returns a decoder that treats every picture as 8 by 8 pixels, and copies it unchanged. */
export function copyingDecoder(picture: Uint8Array): Decoder {
  return {
    makeCopies: async ({ path, imagePath, thumbnailPath, square }) => {
      for (const to of [imagePath, thumbnailPath, square?.path]) if (to) copyFileSync(path, to);
      const { size } = statSync(path);
      const bytes = { imageBytes: size, thumbnailBytes: size, squareBytes: square ? size : 0 };
      return { spentMs: 1, copies: { ...NO_SIZE, ...bytes } };
    },
    makeSquare: async () => picture,
    makeVariant: async () => picture,
    close: async () => undefined,
  };
}
