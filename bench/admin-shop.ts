import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { addOrders } from '#server/demo/add-orders.ts';
import { addPeople } from '#server/demo/seed-accounts.ts';
import { rememberPerson } from '#server/features/people/repo.ts';
import { openIdentity } from '#server/open-identity.ts';
import { markVerified } from '#server/ports/identity/embedded/accounts.ts';

export type AdminShop = {
  /** @returns milliseconds that one call took, answer read */
  time: (path: string) => Promise<number>;
  ask: (path: string) => Promise<Record<string, unknown>>;
  close: () => Promise<void>;
};

const EMAIL = 'admin@bench.cl';
const PASSWORD = 'admin of a benchmark';

/** @param databaseUrl an empty PostgreSQL database; null: SQLite */
export async function openAdminShop(
  databaseUrl: string | null,
  orders: number,
): Promise<AdminShop> {
  const folder = await mkdtemp(join(tmpdir(), 'pines-bench-'));
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'a secret that only this benchmark knows',
    ADMIN_EMAILS: EMAIL,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  const context = await createContext(config, openIdentity);
  const { queries } = context.db;
  const uploadIds = [context.newUploadId(), context.newUploadId()] as const;
  await queries
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
  // What PostgreSQL's autovacuum does by itself after a while.
  if (databaseUrl) await sql`vacuum analyze`.execute(queries);

  const app = await createApp(context);
  const address = await app.listen({ host: config.host, port: 0 });
  const token = await signIn(address, async (uid) => {
    await markVerified(queries, uid, context.clock());
    await rememberPerson(queries, { uid, email: EMAIL, emailVerified: true }, context.clock());
  });
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
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function signIn(address: string, verify: (uid: string) => Promise<void>): Promise<string> {
  const response = await fetch(`${address}/api/identity/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ name: '', email: EMAIL, password: PASSWORD }),
  });
  const answer = Object(await response.json());
  await verify(String(answer.user.id));
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const issued = await fetch(`${address}/api/identity/token`, { headers: { cookie } });
  return String(Object(await issued.json()).token);
}
