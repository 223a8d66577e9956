import { UnsecuredJWT } from 'jose';
import { identitySuite } from '#server/ports/identity/identity.suite.ts';
import { databases, openShop } from '#server/testing/shop.ts';
import {
  clearAccounts,
  firebaseEnv,
  sendVerificationByCall,
  signInByCall,
  waitForAction,
} from './emulator.ts';

const PASSWORD = 'clave-de-prueba';

for (const kind of databases) {
  identitySuite(
    `firebase's emulator on ${kind}`,
    async () => {
      await clearAccounts();
      let ahead = 0;
      const clock = () => Date.now() + ahead;
      const shop = await openShop(kind, { env: firebaseEnv, context: { clock } });

      /** The emulator's clock cannot be changed, but its tokens can: they have no signature. */
      const later = (bearer: string) => {
        const [, payload = ''] = bearer.split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const seconds = Math.floor(ahead / 1000);
        for (const name of ['iat', 'exp', 'auth_time']) claims[name] += seconds;
        return new UnsecuredJWT(claims).encode();
      };
      const signIn = async (email: string) => {
        ahead += 1000;
        return signInByCall(email, PASSWORD);
      };
      const ask = (path: string, json: object, bearer: string) =>
        shop.fetch(`/api/identity${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
          body: JSON.stringify(json),
        });
      return {
        identity: shop.context.identity,
        transaction: shop.context.db.transaction,
        signIn: async (email) => later((await signIn(email)).idToken),
        verify: async (email) => {
          const { idToken } = await signIn(email);
          await sendVerificationByCall(idToken);
          const action = await waitForAction(email, 'verifyEmail');
          const { headers } = await shop.fetch(action, { redirect: 'manual' });
          const { hash } = new URL(headers.get('location') ?? '');
          const token = new URLSearchParams(hash.slice(1)).get('verify-email');
          await ask('/verify-email', { token }, later(idToken));
        },
        advance: (millis) => {
          ahead += millis;
        },
        close: shop.close,
      };
    },
    { isSigned: false },
  );
}
