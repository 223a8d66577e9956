import { beforeAll, describe, expect, test } from 'vitest';
import { listOperations, type Operation } from '#server/testing/hostile/document.ts';
import { askAs, type CallAnswer, isSignedIn } from '#server/testing/permissions/ask.ts';
import { forgeTokens } from '#server/testing/permissions/bad-tokens.ts';
import {
  ANONYMOUS,
  type Caller,
  type Owner,
  openCaller,
  openOwner,
  openUnpassed,
  readBelongings,
  tamper,
} from '#server/testing/permissions/callers.ts';
import {
  type CallerName,
  callsOf,
  type Row,
  readPassedCalls,
  readPermissions,
  writeRow,
} from '#server/testing/permissions/table.ts';
import { LONG, someOf } from '#server/testing/seed.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';

const PATIENCE_MS = 180_000;
/** Of the calls by a wrong token, and by users whom one function refuses. */
const SHARE = 16;
const REFUSED_SHARE = 4;

type Options = {
  /**
   * Returns a response's problems besides its status; by default, that it shows the owner's data.
   */
  look?: (answer: CallAnswer) => string[];
  /** Returns the expected result of a call; by default the table's cell of the caller. */
  cellOf?: (row: Row | undefined) => string | undefined;
  /** By default all. */
  calls?: readonly Operation[];
};

describe.each(anyDatabase)('who may do what on %s', (kind) => {
  let rows: ReadonlyMap<string, Row>;
  let operations: Operation[];
  let owner: Owner;
  const adminShop = useAdminShop(kind, { isInjected: true });
  beforeAll(async () => {
    rows = new Map((await readPermissions()).map((row) => [row.call, row]));
    operations = await listOperations(adminShop.shop);
    owner = await openOwner(adminShop);
  });

  /** Sends every call. @returns the differences from the table's column */
  async function differences(
    name: CallerName,
    open: () => Promise<Caller>,
    { look = showsOwner, cellOf = (row) => row?.cells.get(name), calls = operations }: Options = {},
  ): Promise<string[]> {
    const found: string[] = [];
    let caller = await open();
    const before = await isSignedIn(adminShop.shop, caller);
    for (const operation of calls) {
      const call = `${operation.method} ${operation.path}`;
      const answer = await askAs(adminShop.shop, caller, { operation, owner });
      const cell = cellOf(rows.get(call));
      const got = answer.status === 401 || answer.status === 403 ? `${answer.status}` : 'yes';
      if (got !== cell?.replace('own', 'yes')) found.push(`${call}: ${got}, not ${cell}`);
      if (answer.status >= 500) found.push(`${call}: ${answer.status}`);
      found.push(...look(answer).map((problem) => `${call}: ${problem}`));
      // Some calls end a session, or an account; those that are refused do not.
      if (operation.method === 'GET' || caller.cookie === '' || answer.status >= 400) continue;
      if ((await isSignedIn(adminShop.shop, caller)) !== before) caller = await open();
    }
    return found;
  }

  function showsOwner({ text }: CallAnswer): string[] {
    const secrets = [owner.email, owner.uid, owner.sid, 'Dueña Secreta', 'Pasaje Secreto'];
    return secrets.filter((secret) => text.includes(secret)).map((secret) => `shows ${secret}`);
  }

  /** Expects that calls of other users change none of the owner's data. */
  async function expectOutsider(
    name: CallerName,
    open: () => Promise<Caller>,
    options: Options = {},
  ): Promise<void> {
    const before = await readBelongings(adminShop.shop.context, owner);
    expect(await differences(name, open, options)).toEqual([]);
    expect(await readBelongings(adminShop.shop.context, owner)).toEqual(before);
  }

  test('the document has a row for every route and no other', () => {
    const calls = callsOf(adminShop.shop.routes());
    const missing = calls.filter((call) => !rows.has(call));
    const lines = missing.map((call) => writeRow({ call, cells: new Map() }));
    expect(lines, 'rows that docs/security.md lacks').toEqual([]);
    expect([...rows.keys()].filter((call) => !calls.includes(call))).toEqual([]);
  });

  test('an anonymous client, and a guessed session', { timeout: PATIENCE_MS }, async () => {
    await expectOutsider('anonymous', async () => ANONYMOUS);
    await expectOutsider('anonymous', async () => ({ bearer: null, cookie: tamper(owner.cookie) }));
  });

  test("a session's cookie alone, as other pages send it", { timeout: PATIENCE_MS }, async () => {
    const calls = operations.filter(({ path }) => !path.startsWith('/api/identity/'));
    const open = async () => ({ bearer: null, cookie: owner.cookie });
    await expectOutsider('anonymous', open, { calls });
  });

  test('other user', { timeout: PATIENCE_MS }, async () => {
    await expectOutsider('other user', () => openCaller(adminShop, 'other user'));
  });

  test.each(['unverified', 'disabled', 'demoted'] as const)(
    '%s',
    { timeout: PATIENCE_MS },
    async (name) => {
      const calls = someOf(operations, REFUSED_SHARE);
      await expectOutsider(name, () => openCaller(adminShop, name), { calls });
    },
  );

  test('bearers that are forged, expired, foreign or ended', { timeout: PATIENCE_MS }, async () => {
    const admin = await openCaller(adminShop, 'admin');
    const { bearer: ended } = await openCaller(adminShop, 'ended');
    const people = { victim: admin.bearer, other: owner.bearer };
    const { good, bad } = await forgeTokens(adminShop.shop, people);
    const headers = { authorization: `Bearer ${good}` };
    expect((await adminShop.shop.call('/api/admin/check', { headers })).status).toBe(200);
    const bearers = { ...bad, 'of a session that has ended': ended };
    const before = await readBelongings(adminShop.shop.context, owner);
    for (const [at, [flaw, bearer]] of Object.entries(bearers).entries()) {
      // Each call is sent with some of the flaws, and in the long form with all of them.
      const calls = operations.filter((_, place) => LONG || (place + at) % SHARE === 0);
      const open = async () => ({ bearer, cookie: '' });
      const found = await differences('bad token', open, { calls });
      expect(found, flaw).toEqual([]);
    }
    expect(await readBelongings(adminShop.shop.context, owner)).toEqual(before);
  });

  test('the owner of an order, for what is theirs', { timeout: PATIENCE_MS }, async () => {
    const open = async () => {
      owner = await openOwner(adminShop);
      return owner;
    };
    expect(await differences('user', open, { look: () => [] })).toEqual([]);
  });

  test('admin', { timeout: PATIENCE_MS }, async () => {
    const open = () => openCaller(adminShop, 'admin');
    expect(await differences('admin', open, { look: () => [] })).toEqual([]);
  });

  test('an admin whose session passed no second factor', { timeout: PATIENCE_MS }, async () => {
    const passed = await readPassedCalls();
    expect([...passed].filter((call) => !rows.has(call))).toEqual([]);
    const cellOf = (row: Row | undefined) => {
      const isAdminCall = row?.cells.get('admin') === 'yes' && row.cells.get('user') === '403';
      return isAdminCall || passed.has(row?.call ?? '') ? '403' : row?.cells.get('admin');
    };
    const open = await openUnpassed(adminShop);
    expect(await differences('admin', open, { cellOf })).toEqual([]);
  });
});
