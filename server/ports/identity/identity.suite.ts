import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdToken } from '#domain/people/buyer.ts';
import type { Database } from '#server/db/database.ts';
import type { Identity, SessionAccount } from './identity.ts';

/** What each provider's tests implement for this suite. */
export type IdentityRig = {
  identity: Identity;
  /** Transactions of the database that the shop and the provider share. */
  transaction: Database['transaction'];
  /** Signs in with a password; the first time, signs up. @returns an ID token */
  signIn: (email: string) => Promise<string>;
  /** Verifies an account's e-mail like its owner. */
  verify: (email: string) => Promise<void>;
  /** Lets time pass, in milliseconds. */
  advance: (millis: number) => void;
  close: () => Promise<void>;
};

const HOUR_MS = 3_600_000;

/**
 * The contract of every identity provider.
 * @param options.isSigned false for a fake whose tokens have no signature
 */
export function identitySuite(
  name: string,
  openRig: () => Promise<IdentityRig>,
  { isSigned = true }: { isSigned?: boolean } = {},
): void {
  describe(`the identity provider ${name}`, () => {
    let rig: IdentityRig;
    beforeAll(async () => {
      rig = await openRig();
    });
    afterAll(() => rig.close());

    async function read(bearer: string): Promise<IdToken> {
      const token = await rig.identity.readToken(bearer);
      if (!token) throw new Error('the token is refused');
      return token;
    }
    async function account(bearer: string): Promise<SessionAccount | null> {
      return rig.identity.findAccount(await read(bearer));
    }

    test('returns a token’s account, its e-mail in lower case and unverified at first', async () => {
      const bearer = await rig.signIn('Ana@Correo.cl');
      const { uid } = await read(bearer);
      expect(uid).not.toBe('');
      expect(await account(bearer)).toEqual({
        uid,
        email: 'ana@correo.cl',
        emailVerified: false,
        signedInAt: expect.any(Number),
      });
    });

    test('returns when a session began, which using it does not change', async () => {
      const bearer = await rig.signIn('hora@correo.cl');
      const beganAt = (await account(bearer))?.signedInAt ?? 0;
      rig.advance(60_000);
      expect((await account(bearer))?.signedInAt).toBe(beganAt);
      const later = (await account(await rig.signIn('hora@correo.cl')))?.signedInAt ?? 0;
      expect(later - beganAt).toBeGreaterThanOrEqual(60_000);
    });

    test('gives an account the same uid at every sign-in, and no other account that uid', async () => {
      const first = await read(await rig.signIn('bea@correo.cl'));
      const second = await read(await rig.signIn('bea@correo.cl'));
      const other = await read(await rig.signIn('otra@correo.cl'));
      expect(second.uid).toBe(first.uid);
      expect(other.uid).not.toBe(first.uid);
    });

    test('returns whether an e-mail is verified', async () => {
      await rig.signIn('carla@correo.cl');
      await rig.verify('carla@correo.cl');
      const bearer = await rig.signIn('carla@correo.cl');
      expect(await account(bearer)).toMatchObject({ emailVerified: true });
    });

    test.each(['', 'x', 'a.b.c', '..', `${'a'.repeat(5000)}.b.c`])('refuses %j', async (bearer) => {
      expect(await rig.identity.readToken(bearer)).toBeNull();
    });

    test.skipIf(!isSigned)(
      'refuses a token whose content, signature or algorithm was changed',
      async () => {
        const [header = '', payload = '', signature = ''] = (
          await rig.signIn('dora@correo.cl')
        ).split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const forged = encode({ ...claims, sub: 'another', user_id: 'another' });
        const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
        const none = encode({ alg: 'none', typ: 'JWT' });
        for (const bearer of [
          `${header}.${forged}.${signature}`,
          `${header}.${payload}.${flipped}`,
          `${header}.${payload}.`,
          `${none}.${payload}.`,
          `${none}.${payload}.${signature}`,
        ]) {
          expect(await rig.identity.readToken(bearer)).toBeNull();
        }
      },
    );

    test('ends every session of an account, and of no other', async () => {
      const bearers = [await rig.signIn('eva@correo.cl'), await rig.signIn('eva@correo.cl')];
      const other = await rig.signIn('fina@correo.cl');
      await rig.identity.endSessions((await read(bearers[0] ?? '')).uid);
      for (const bearer of bearers) expect(await account(bearer)).toBeNull();
      expect(await account(other)).not.toBeNull();
      expect(await account(await rig.signIn('eva@correo.cl'))).not.toBeNull();
    });

    test('locks a session until the transaction ends, and none that has ended', async () => {
      const token = await read(await rig.signIn('elsa@correo.cl'));
      const locked = Promise.withResolvers<boolean>();
      const release = Promise.withResolvers<void>();
      const steps: string[] = [];
      const writing = rig.transaction(async (tx) => {
        locked.resolve(await rig.identity.lockSession(tx, token));
        await release.promise;
        steps.push('written');
      });
      expect(await locked.promise).toBe(true);
      const ending = rig.identity.endSessions(token.uid).then(() => steps.push('ended'));
      await new Promise((resolve) => setTimeout(resolve, 30));
      release.resolve();
      await Promise.all([writing, ending]);
      expect(steps).toEqual(['written', 'ended']);
      expect(await rig.transaction((tx) => rig.identity.lockSession(tx, token))).toBe(false);
    });

    test('removes an account, and accepts that it does not exist', async () => {
      const bearer = await rig.signIn('gina@correo.cl');
      const token = await read(bearer);
      const { uid } = token;
      await rig.identity.remove(uid, token);
      expect(await account(bearer)).toBeNull();
      await rig.identity.remove(uid, token);
      expect((await read(await rig.signIn('gina@correo.cl'))).uid).not.toBe(uid);
    });

    test('describes how and since when an account is used', async () => {
      const facts = await rig.identity.describe(await read(await rig.signIn('hilda@correo.cl')));
      expect(facts.providers).toEqual(['password']);
      for (const time of [facts.creationTime, facts.lastSignInTime]) {
        expect(new Date(time ?? '').toISOString()).toBe(time);
      }
    });

    test('sweeps nothing that is still of use', async () => {
      const bearer = await rig.signIn('ines@correo.cl');
      await rig.identity.sweep();
      expect(await account(bearer)).not.toBeNull();
    });

    test('refuses a token that has run out', async () => {
      const bearer = await rig.signIn('julia@correo.cl');
      expect(await rig.identity.readToken(bearer)).not.toBeNull();
      rig.advance(HOUR_MS);
      expect(await rig.identity.readToken(bearer)).toBeNull();
    });
  });
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
