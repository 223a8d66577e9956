import { sql } from 'kysely';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { type Context, createContext } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { addOrders } from '#server/demo/add-orders.ts';
import { addPeople } from '#server/demo/seed-accounts.ts';
import { updateStatistics } from '#server/features/payments/statistics.ts';
import { roof } from '#server/start-shop.ts';
import { openBrowser } from '#server/testing/accounts.ts';
import { createClient } from '#server/testing/client.ts';
import { OWNER, placeIn, verify } from './spawned-shop.ts';

type Answer = Record<string, unknown>;

export type AdminShop = {
  /** Returns the milliseconds of one request, including reading the response. */
  time: (path: string) => Promise<number>;
  ask: (path: string) => Promise<Answer>;
  close: () => Promise<void>;
};

/** A shop's data, possibly filled by an earlier run. */
export type Place = { folder: string; databaseUrl: string | null };

export async function openAdminShop(
  { folder, databaseUrl }: Place,
  orders: number,
): Promise<AdminShop> {
  const place = placeIn(folder, databaseUrl);
  const config = loadConfig({ ...place, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
  const context = await createContext(config, roof);
  const { queries } = context.db;
  const isFilled = (await countOrders(queries)) > 0;
  if (!isFilled) await fill(context, orders);
  if ((await countOrders(queries)) !== orders) {
    throw new Error(`${databaseUrl ?? folder} was not filled to its end: remove it`);
  }

  const app = await createApp(context);
  const address = await app.listen({ host: config.host, port: 0 });
  const browser = openBrowser({ ...createClient(() => address), url: address });
  if (!isFilled) {
    const { body } = await browser.signUp(OWNER);
    await verify(context, String(Object(body?.user).id), OWNER);
  }
  await browser.signIn(OWNER);
  // It is valid for a quarter of an hour.
  const bearer = async () => ({ authorization: `Bearer ${await browser.token()}` });

  async function ask(path: string, headers?: { authorization: string }): Promise<Answer> {
    headers ??= await bearer();
    const response = await fetch(`${address}/api/admin${path}`, { headers });
    const answer = Object(await response.json());
    if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.message}`);
    return answer;
  }
  return {
    ask,
    time: async (path) => {
      const headers = await bearer();
      const start = performance.now();
      await ask(path, headers);
      return performance.now() - start;
    },
    close: async () => {
      await app.close();
      await context.close();
    },
  };
}

async function countOrders(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function fill(context: Context, orders: number): Promise<void> {
  const uploadIds = [context.newUploadId(), context.newUploadId()] as const;
  await context.db.queries
    .insertInto('uploads')
    .values(
      uploadIds.map((id) => ({
        id,
        mime_type: 'image/png',
        bytes: 1,
        width: 1,
        height: 1,
        created_at: context.clock(),
        claimed_at: context.clock(),
      })),
    )
    .execute();
  const buyers = await addPeople(context, 500);
  await addOrders(context, { count: orders, days: 365, uploadIds, buyers });
  await updateStatistics(context);
  // PostgreSQL's autovacuum would do this after a while.
  if (context.db.kind === 'postgres') await sql`vacuum analyze`.execute(context.db.queries);
}
