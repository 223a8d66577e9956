import { DAY_MS } from '#domain/base/dates.ts';
import type { Context } from '#server/context.ts';
import { rememberPerson } from '#server/features/people/repo.ts';
import { recipientKey } from '#server/limits/recipient-key.ts';
import { markVerified } from '#server/ports/identity/embedded/accounts.ts';
import type { RunningShop } from '#server/start-shop.ts';

export type DemoAccount = { uid: string; email: string; password: string; role: 'admin' | 'user' };

const wanted = [
  { email: 'admin@demo.cl', password: 'admin demo 2026', role: 'admin' },
  { email: 'cliente@demo.cl', password: 'cliente demo 2026', role: 'user' },
] as const;

/** Creates an admin's and a customer's account by the shop's own sign-up, both verified. */
export async function seedAccounts(shop: RunningShop): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = [];
  for (const { email, password, role } of wanted) {
    const uid = await signUp(shop, email, password);
    const { db, clock } = shop.context;
    await markVerified(db.queries, uid, clock());
    await rememberPerson(db.queries, { uid, email, emailVerified: true }, clock());
    await db.queries.updateTable('people').set({ role }).where('uid', '=', uid).execute();
    accounts.push({ uid, email, password, role });
  }
  return accounts;
}

async function signUp({ address }: RunningShop, email: string, password: string): Promise<string> {
  const response = await fetch(`${address}/api/identity/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ name: '', email, password }),
  });
  const answer = await response.json();
  const uid = Object(Object(answer).user).id;
  if (typeof uid !== 'string') throw new Error(`sign-up answered ${response.status}`);
  return uid;
}

/** Adds people who are listed among the accounts and never sign in. */
export async function addPeople(
  { db, clock }: Context,
  count: number,
): Promise<{ uid: string; email: string }[]> {
  const people = Array.from({ length: count }, (_, at) => {
    const email = `persona${at + 1}@demo.cl`;
    return {
      uid: `demo-${at + 1}`,
      email,
      mailbox_key: recipientKey(email),
      email_verified: at % 4 ? 1 : 0,
      role: 'user',
      is_active: at % 11 ? 1 : 0,
      created_at: clock() - (count - at) * DAY_MS,
    } as const;
  });
  await db.queries.insertInto('people').values(people).execute();
  return people;
}
