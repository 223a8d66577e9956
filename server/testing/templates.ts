import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, dayOf } from '#domain/base/dates.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { askPostgres } from './database.ts';
import type { Templates } from './provided.ts';

/** @param maintenance connection string of the server's maintenance database */
export async function makeTemplates(maintenance: string): Promise<Templates> {
  const folder = await mkdtemp(join(tmpdir(), 'pines-template-'));
  const sqlite = await openDatabase({ database: { kind: 'sqlite' }, dataDir: folder });
  await skipNights(sqlite);
  await sqlite.close();
  const name = 'shop_template';
  await askPostgres(maintenance, `create database ${name}`);
  const url = new URL(maintenance);
  url.pathname = name;
  const database = { kind: 'postgres', url: url.href } as const;
  const postgres = await openDatabase({ database, dataDir: folder });
  await skipNights(postgres);
  await postgres.close();
  // Copying files takes half the time of copying by pages; before version 15, it is the only way.
  const [[version] = []] = await askPostgres(maintenance, 'show server_version_num');
  const strategy = Number(version) >= 150_000 ? ' strategy file_copy' : '';
  return { postgres: `${name}${strategy}`, folder };
}

/** Notes the copies of these nights: shops that are started between 4:30 and 6:30 begin none. */
async function skipNights({ queries }: Database): Promise<void> {
  const today = dayOf(Date.now());
  const nights = [today, addDays(today, 1)].map((day) => ({ day, begun_at: 0 }));
  await queries.insertInto('nightly_copies').values(nights).execute();
}
