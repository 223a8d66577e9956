import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import Fastify from 'fastify';
import pg from 'pg';
import { loadConfig } from '#server/config.ts';

/** The baseline for the check of a code, as a program: a bare Fastify that reads its row. */
const config = loadConfig(process.env);
const TEXT = 'select * from discount_codes where code = ';

function openRead(): (code: string) => Promise<unknown> {
  if (config.database.kind === 'postgres') {
    const pool = new pg.Pool({ connectionString: config.database.url, max: 10 });
    return async (code) =>
      (await pool.query({ name: 'code', text: `${TEXT}$1`, values: [code] })).rows[0];
  }
  const database = new BetterSqlite(join(config.dataDir, 'shop.sqlite'), { readonly: true });
  const statement = database.prepare(`${TEXT}?`);
  return async (code) => statement.get(code);
}

const read = openRead();
const app = Fastify();
app.post<{ Body: { code: string } }>('/api/discount-codes/validate', async ({ body }) => ({
  success: true,
  discount: await read(body.code),
}));
console.log(`floor: ${await app.listen({ host: config.host, port: 0 })}`);
