import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres } from '#server/testing/find-postgres.ts';
import { freePort } from '#server/testing/free-port.ts';
import { becomeReady, createCluster, launch } from '#server/testing/postgres-cluster.ts';

/** A PostgreSQL server whose data is kept in its folder when it stops. */
export type KeptPostgres = {
  /** Returns the URL of a database, which is created if necessary. */
  open: (name: string) => Promise<string>;
  stop: () => Promise<void>;
};

/** Returns null if PostgreSQL is not installed. */
export async function startKeptPostgres(folder: string): Promise<KeptPostgres | null> {
  const programs = findPostgres();
  if (!programs) return null;
  if (!existsSync(join(folder, 'data'))) {
    mkdirSync(folder, { recursive: true });
    createCluster({ programs, folder });
  }
  const port = await freePort();
  const server = launch({ programs, folder, port, durable: false });
  const urlOf = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  await becomeReady(urlOf('postgres'), server);

  async function open(name: string): Promise<string> {
    const client = new pg.Client({ connectionString: urlOf('postgres') });
    await client.connect();
    try {
      const { rows } = await client.query('select 1 from pg_database where datname = $1', [name]);
      if (rows.length === 0) await client.query(`create database ${name}`);
    } finally {
      await client.end();
    }
    return urlOf(name);
  }

  async function stop(): Promise<void> {
    const exit = once(server, 'exit');
    server.kill('SIGINT');
    await exit;
  }

  return { open, stop };
}
