import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/database.ts';
import { askPostgres } from './database.ts';
import type { Templates } from './provided.ts';

/** @param maintenance connection string of the server's maintenance database */
export async function makeTemplates(maintenance: string): Promise<Templates> {
  const folder = await mkdtemp(join(tmpdir(), 'pines-template-'));
  const sqlite = await openDatabase({ database: { kind: 'sqlite' }, dataDir: folder });
  await sqlite.close();
  const name = 'shop_template';
  await askPostgres(maintenance, `create database ${name}`);
  const url = new URL(maintenance);
  url.pathname = name;
  const database = { kind: 'postgres', url: url.href } as const;
  const postgres = await openDatabase({ database, dataDir: folder });
  await postgres.close();
  // Copying files takes half the time of copying by pages; before version 15, it is the only way.
  const [[version] = []] = await askPostgres(maintenance, 'show server_version_num');
  const strategy = Number(version) >= 150_000 ? ' strategy file_copy' : '';
  return { postgres: `${name}${strategy}`, folder };
}
