import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, test } from 'vitest';
import type {} from './provided.ts';
import { LONG } from './seed.ts';

/** For tests of queries, transactions and races: they run on both. */
export const databases = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databases)[number];

/**
 * For tests of the layers above the queries: HTTP, mails, sheets, pictures, sessions. In the short
 * form they run on one database.
 */
export const anyDatabase: readonly DatabaseKind[] = LONG ? databases : ['sqlite'];

/** For races: in the short form on the one whose transactions run at the same time. */
export const raceDatabases: readonly DatabaseKind[] = LONG ? databases : ['postgres'];

/** Returns `test` for a single test that needs one database, among tests that run on both. */
export const testOnAny = (kind: DatabaseKind) => test.runIf(anyDatabase.includes(kind));
/** Returns `test` for a race, among tests that run on both. */
export const testRaceOn = (kind: DatabaseKind) => test.runIf(raceDatabases.includes(kind));

/** Queries a PostgreSQL database on a separate connection. */
export async function askPostgres(url: string, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query({ text, rowMode: 'array' }).finally(() => client.end());
  return rows;
}

/**
 * Creates a database on the run's PostgreSQL server.
 * @param template the database to copy, with the copy strategy; by default empty
 */
export async function createPostgresDatabase(
  template = 'template1',
): Promise<{ name: string; url: string; drop: () => Promise<void> }> {
  const maintenance = inject('postgresUrl');
  const name = `shop_${randomUUID().replaceAll('-', '')}`;
  await askPostgres(maintenance, `create database ${name} template ${template}`);
  const url = new URL(maintenance);
  url.pathname = name;
  return {
    name,
    url: url.href,
    drop: async () => {
      await askPostgres(maintenance, `drop database if exists ${name} with (force)`);
    },
  };
}

/** The data of a test shop, deleted by `remove`. */
export type Home = {
  /** The shop's environment variables. */
  env: Record<string, string>;
  dataDir: string;
  remove: () => Promise<void>;
};
