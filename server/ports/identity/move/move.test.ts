import { scryptSync } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { roof } from '#server/start-shop.ts';
import { linksTo, openAccount, openBrowser } from '#server/testing/accounts.ts';
import { useHashing } from '#server/testing/hashing.ts';
import { findRow, setRows } from '#server/testing/rows.ts';
import { searchDatabase } from '#server/testing/search-database.ts';
import { anyDatabase, databases, openShop, testOnAny } from '#server/testing/shop.ts';
import { useShop } from '#server/testing/use-shop.ts';
import {
  type FirebaseImport,
  moveToEmbedded,
  moveToFirebase,
  readPasswordHash,
  SCRYPT,
} from './move-accounts.ts';

// Uses the real hash, because hashes are moved.
useHashing(await vi.importActual<typeof import('../embedded/scrypt.ts')>('../embedded/scrypt.ts'));

const PASSWORD = 'contraseña segura';

/** Hashes like Firebase, with the parameters of `firebase auth:import`. */
function hashAgain(password: string, { salt = '' }: FirebaseImport): string {
  const { memCost: N, blockSize: r, parallelization: p, dkLen } = SCRYPT;
  const options = { N, r, p, maxmem: 256 * N * r };
  return scryptSync(password, Buffer.from(salt, 'base64'), dkLen, options).toString('base64');
}

describe.each(databases)('accounts that move on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let moved: FirebaseImport[];
  const find = (email: string) => {
    const account = moved.find((one) => one.email === email);
    if (!account) throw new Error(`${email} was not moved`);
    return account;
  };
  const rowOf = (uid: string) => findRow(shop.context, 'firebase_accounts', { uid });

  const shop = useShop(kind);
  beforeAll(async () => {
    await openAccount(shop, 'ana@correo.cl');
    await openAccount(shop, 'sin@correo.cl', { verified: false });
    await openAccount(shop, 'google@correo.cl');
    const { id } = await findRow(shop.context, 'identity_users', { email: 'google@correo.cl' });
    await setRows(
      shop.context,
      'identity_accounts',
      { user_id: id },
      { provider_id: 'google', account_id: '1234567890', password: null },
    );
    moved = await moveToFirebase(shop.context.db, Date.now());
  });

  test('have the same uid, e-mail and verification as before', () => {
    expect(moved).toHaveLength(3);
    expect(find('ana@correo.cl')).toMatchObject({ emailVerified: true });
    expect(find('sin@correo.cl')).toMatchObject({ emailVerified: false });
    expect(find('google@correo.cl').providerUserInfo).toEqual([
      { providerId: 'google.com', rawId: '1234567890', email: 'google@correo.cl' },
    ]);
    expect(find('google@correo.cl').passwordHash).toBeUndefined();
  });

  test('have the same password, by the parameters of the import', () => {
    const ana = find('ana@correo.cl');
    expect(hashAgain(PASSWORD, ana)).toBe(ana.passwordHash);
    expect(hashAgain('otra clave', ana)).not.toBe(ana.passwordHash);
  });

  test('are stored as they are: an unverified account does not become verified', async () => {
    expect(await rowOf(find('ana@correo.cl').localId)).toMatchObject({
      is_proved: 1,
      token_issued_at: 0,
    });
    expect(await rowOf(find('sin@correo.cl').localId)).toMatchObject({ is_proved: 0 });
  });

  test('move twice to the same end', async () => {
    expect(await moveToFirebase(shop.context.db, Date.now())).toEqual(moved);
  });

  testAbove('come back with their uid and without password: a reset mail sets one', async () => {
    const { db } = shop.context;
    const uid = find('ana@correo.cl').localId;
    // Changes at Firebase meanwhile: one verified, one new, one that the shop has removed.
    const verified = find('sin@correo.cl').localId;
    await sql`update firebase_accounts set email_verified = 1, is_proved = 1
      where uid = ${verified}`.execute(db.queries);
    const row = { ...(await rowOf(uid)), providers: 'password' };
    await db.queries
      .insertInto('firebase_accounts')
      .values([
        { ...row, uid: 'nueva', email: 'nueva@correo.cl' },
        { ...row, uid: 'borrada', email: '', removed_at: 1 },
        { ...row, uid: 'otra', email: 'ana@correo.cl' },
      ])
      .execute();
    expect(await moveToEmbedded(db, Date.now())).toEqual({ accounts: 4, taken: ['ana@correo.cl'] });
    expect((await openBrowser(shop).signIn('ana@correo.cl')).status).toBe(401);
    for (const email of ['ana@correo.cl', 'nueva@correo.cl']) {
      await openBrowser(shop).ask('/request-password-reset', { email });
      const link = (await linksTo(shop.context, email, 'reset_password')).at(-1) ?? '';
      const { location } = await openBrowser(shop).ask(link);
      const token = new URL(location ?? '').searchParams.get('token');
      await openBrowser(shop).ask('/reset-password', { newPassword: 'otra clave larga', token });
      const browser = openBrowser(shop);
      expect((await browser.signIn(email, 'otra clave larga')).status).toBe(200);
      const { body } = await browser.call('/api/auth/profile');
      expect(body.user).toMatchObject({
        uid: email === 'ana@correo.cl' ? uid : 'nueva',
        emailVerified: true,
      });
    }
  });
});

test.each(anyDatabase)('accounts erased at Firebase do not come back on %s', async (kind) => {
  const shop = await openShop(kind);
  const { context } = shop;
  const { queries } = context.db;
  const signUp = async (email: string) => {
    const browser = await openAccount(shop, email, { verified: false });
    const { body } = await browser.call('/api/auth/profile');
    return String(Object(body.user).uid);
  };
  const uid = await signUp('ana@correo.cl');
  const formerly = await signUp('bea@correo.cl');
  await moveToFirebase(context.db, Date.now());
  const late = await signUp('carla@correo.cl');

  const settings = { projectId: 'pines', apiKey: '', authDomain: '', apiUrl: '', keysUrl: '' };
  const firebase = { ...settings, emulatorUrl: null };
  const auth = { provider: 'firebase' as const, secret: null, firebase };
  const identity = roof.openIdentity({ ...context, config: { ...context.config, auth } });
  await identity.remove(uid);
  expect(await searchDatabase(context, ['ana@correo.cl', uid])).toEqual([
    `firebase_accounts: ${uid}`,
  ]);
  // As after an erasure that did not delete the embedded provider's rows.
  const erased = { email: '', removed_at: Date.now() };
  await queries.updateTable('firebase_accounts').set(erased).where('uid', '=', formerly).execute();
  await queries.deleteFrom('people').where('uid', '=', formerly).execute();
  // Not erased: she signed up during the move, and Firebase does not have her account.
  await identity.endSessions(late);

  await moveToEmbedded(context.db, Date.now());
  expect(await searchDatabase(context, ['ana@correo.cl', 'bea@correo.cl'])).toEqual([]);
  const statusOf = async (email: string) => (await openBrowser(shop).signIn(email)).status;
  expect(await statusOf('ana@correo.cl')).toBe(401);
  expect(await statusOf('bea@correo.cl')).toBe(401);
  expect(await statusOf('carla@correo.cl')).toBe(200);
  await shop.close();
});

test.each([undefined, null, '', 'salt:key', `${'a'.repeat(32)}:${'b'.repeat(127)}`, '$2b$10$x'])(
  'a hash of another kind is left out: %s',
  (stored) => {
    expect(readPasswordHash(stored)).toBeNull();
  },
);
