import { existsSync } from 'node:fs';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { startPostgres } from './postgres.ts';
import { LONG } from './seed.ts';

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query({ text: sql, rowMode: 'array' }).finally(() => client.end());
  return rows[0]?.[0];
}

test('the run has a PostgreSQL server that may create databases', async () => {
  const name = `made_here_${process.pid}`;
  await ask(inject('postgresUrl'), `create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  expect(await ask(url.href, 'select current_database()')).toBe(name);
  await ask(inject('postgresUrl'), `drop database ${name}`);
});

test.runIf(LONG)('a second server runs at the same time and leaves nothing behind', async () => {
  const postgres = await startPostgres();
  const folder = String(await ask(postgres.url, 'show data_directory'));
  expect(existsSync(folder)).toBe(true);
  await postgres.stop();
  expect(existsSync(folder)).toBe(false);
  await expect(ask(postgres.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});
