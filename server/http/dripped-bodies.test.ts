import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, linksTo, openAccount, openBrowser } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { countRows, makeOrder } from '#server/testing/orders.ts';
import { openConnection } from '#server/testing/raw-http.ts';
import { findRow, setRows } from '#server/testing/rows.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';

type Stranger = { browser: Browser; email: string; uid: string };
type Sent = { call: string; json: object; headers?: string };

const ORDER = 'POST /api/orders';
const ADDRESS = 'PUT /api/orders/addresses';
const ERASURE = 'DELETE /api/auth/profile';

describe.each(anyDatabase)('a body that arrives slowly on %s', (kind) => {
  let count = 0;
  let authorised = Promise.withResolvers<void>();
  const shop = useShop(kind, { isInjected: false });
  beforeAll(async () => {
    const { identity } = shop.context;
    const { findAccount } = identity;
    identity.findAccount = async (token) => {
      const account = await findAccount(token);
      authorised.resolve();
      return account;
    };
  });

  /** An attacker creates an account with an e-mail of another person. */
  async function open(): Promise<Stranger> {
    const email = `p${count++}@correo.cl`;
    const browser = await openAccount(shop, email, { verified: false });
    const { user } = JSON.parse(JSON.stringify((await browser.call('/api/auth/profile')).body));
    return { browser, email, uid: user.uid };
  }

  /** Sends half of a request, and the rest after it was authorized and `meanwhile` was done. */
  async function drip(
    { browser }: Stranger,
    { call, json, headers = '' }: Sent,
    meanwhile: () => Promise<unknown>,
  ): Promise<string> {
    const body = Buffer.from(JSON.stringify(json));
    const token = await browser.token();
    const connection = await openConnection(shop.url);
    authorised = Promise.withResolvers();
    await connection.send(
      `${call} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${headers}content-length: ${body.length}\r\n\r\n`,
    );
    await connection.send(body.subarray(0, 1));
    await authorised.promise;
    await meanwhile();
    await connection.send(body.subarray(1));
    const answer = await connection.answer();
    connection.abort();
    const code = /"code":"(\w+)"/.exec(answer)?.[1];
    return `${answer.slice(9, 12)} ${code ?? ''}`.trim();
  }

  async function send(call: string): Promise<Sent> {
    const order = makeOrder({ images: await addPictures(shop.context, 1) });
    const { pricing: _, notes: __, ...address } = order.deliveryData;
    const json = { [ORDER]: order, [ADDRESS]: address, [ERASURE]: {} }[call] ?? {};
    return { call, json };
  }

  /** The owner of the mailbox takes over the account, by a mailed link. */
  async function handOver({ email }: Stranger): Promise<void> {
    const owner = openBrowser(shop);
    await owner.ask('/request-password-reset', { email });
    const link = (await linksTo(shop.context, email, 'reset_password')).at(-1) ?? '';
    const token = new URL(link).pathname.split('/').at(-1);
    const { status } = await owner.ask('/reset-password', { token, newPassword: 'la de la dueña' });
    expect(status).toBe(200);
  }
  const disable = async ({ uid }: Stranger) => {
    const { db, identity } = shop.context;
    await db.queries.updateTable('people').set({ is_active: 0 }).where('uid', '=', uid).execute();
    await identity.endSessions(uid);
  };

  async function readStored(): Promise<unknown> {
    const { queries } = shop.context.db;
    const addresses = await queries.selectFrom('saved_addresses').selectAll().execute();
    return [await countRows(shop.context), addresses];
  }

  test.each([
    [ORDER, '201'],
    [ADDRESS, '200'],
    [ERASURE, '200'],
  ])('is accepted like any other: %s', async (call, status) => {
    expect(await drip(await open(), await send(call), async () => undefined)).toBe(status);
  });

  const ends: [string, (stranger: Stranger) => Promise<void>, string][] = [
    ['handed over', handOver, '401 unauthenticated'],
    ['disabled', disable, '403 account_disabled'],
    ['removed', ({ uid }) => shop.context.identity.remove(uid), '401 unauthenticated'],
  ];
  test.each(
    ends.flatMap(([name, end, refusal]) =>
      [ORDER, ADDRESS, ERASURE].map((call) => [call, name, end, refusal] as const),
    ),
  )('writes nothing: %s of an account that is %s', async (call, _name, end, refusal) => {
    const stranger = await open();
    const sent = await send(call);
    const before = await readStored();
    expect(await drip(stranger, sent, () => end(stranger))).toBe(refusal);
    expect(await readStored()).toEqual(before);
    const erased = shop.context.db.queries.selectFrom('audit_log').select('id');
    const { uid } = stranger;
    expect(await erased.where('entity_id', '=', uid).execute()).toEqual([]);
  });

  test('changes nothing for an admin who is disabled meanwhile', async () => {
    const admin = await open();
    const { uid } = await open();
    const { queries } = shop.context.db;
    await sql`update identity_users set email_verified = 1 where id = ${admin.uid}`.execute(
      queries,
    );
    await setRows(shop.context, 'people', { uid: admin.uid }, { role: 'admin', email_verified: 1 });
    const sent = { call: `PATCH /api/admin/users/${uid}/status`, json: { isActive: false } };
    expect(await drip(admin, sent, () => disable(admin))).toBe('403 account_disabled');
    const { is_active } = await findRow(shop.context, 'people', { uid });
    expect(is_active).toBe(1);
  });

  test('does not return an earlier order by its key', async () => {
    const stranger = await open();
    const { json } = await send(ORDER);
    const headers = { 'idempotency-key': 'dripped' };
    expect((await stranger.browser.call('/api/orders', { json, headers })).status).toBe(201);
    const sent = { call: ORDER, json, headers: 'idempotency-key: dripped\r\n' };
    const answer = await drip(stranger, sent, () => handOver(stranger));
    expect(answer).toBe('401 unauthenticated');
  });
});
