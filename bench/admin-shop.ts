import { sql } from 'kysely';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { type Context, createContext } from '#server/context.ts';
import type { Queries } from '#server/db/types.ts';
import { addOrders } from '#server/demo/add-orders.ts';
import { addPeople } from '#server/demo/seed-accounts.ts';
import { updateStatistics } from '#server/features/payments/statistics.ts';
import { rememberPerson } from '#server/features/people/repo.ts';
import { markVerified } from '#server/ports/identity/embedded/accounts.ts';
import { roof } from '#server/start-shop.ts';

export type AdminShop = {
  /** Returns the milliseconds of one request, including reading the response. */
  time: (path: string) => Promise<number>;
  ask: (path: string) => Promise<Record<string, unknown>>;
  close: () => Promise<void>;
};

const EMAIL = 'admin@bench.cl';
const PASSWORD = 'admin of a benchmark';

/** A shop's data, possibly filled by an earlier run. */
export type Place = { folder: string; databaseUrl: string | null };

export async function openAdminShop(
  { folder, databaseUrl }: Place,
  orders: number,
): Promise<AdminShop> {
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret that only this benchmark knows',
    ADMIN_EMAILS: EMAIL,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  const context = await createContext(config, roof);
  const { queries } = context.db;
  const isFilled = (await countOrders(queries)) > 0;
  if (!isFilled) await fill(context, orders);
  if ((await countOrders(queries)) !== orders) {
    throw new Error(`${databaseUrl ?? folder} was not filled to its end: remove it`);
  }

  const app = await createApp(context);
  const address = await app.listen({ host: config.host, port: 0 });
  if (!isFilled) {
    const uid = await signUp(address);
    await markVerified(queries, uid, context.clock());
    await rememberPerson(queries, { uid, email: EMAIL, emailVerified: true }, context.clock());
  }
  const token = await signIn(address);
  const headers = { authorization: `Bearer ${token}` };

  async function ask(path: string): Promise<Record<string, unknown>> {
    const response = await fetch(`${address}/api/admin${path}`, { headers });
    const answer = Object(await response.json());
    if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.message}`);
    return answer;
  }
  return {
    ask,
    time: async (path) => {
      const start = performance.now();
      await ask(path);
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

/** Returns the uid of the new account. */
async function signUp(address: string): Promise<string> {
  const response = await enter(address, 'sign-up', { name: '', email: EMAIL, password: PASSWORD });
  return String(Object(await response.json()).user.id);
}

/** Returns a bearer token. */
async function signIn(address: string): Promise<string> {
  const response = await enter(address, 'sign-in', { email: EMAIL, password: PASSWORD });
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const issued = await fetch(`${address}/api/identity/token`, { headers: { cookie } });
  return String(Object(await issued.json()).token);
}

function enter(address: string, way: 'sign-up' | 'sign-in', body: object): Promise<Response> {
  return fetch(`${address}/api/identity/${way}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify(body),
  });
}
