import { identitySuite } from '#server/ports/identity/identity.suite.ts';
import { openFirebaseShop } from '#server/testing/firebase-shop.ts';
import { databases } from '#server/testing/shop.ts';

for (const kind of databases) {
  identitySuite(`firebase on ${kind}`, async () => {
    const { shop, firebase, advance, enter, ask, close } = await openFirebaseShop(kind);
    return {
      identity: shop.context.identity,
      transaction: shop.context.db.transaction,
      signIn: (email) => enter(email),
      verify: async (email) => {
        const bearer = await enter(email);
        const code = firebase.mail(email, 'VERIFY_EMAIL');
        const link = await shop.fetch(`/api/identity/action?mode=verifyEmail&oobCode=${code}`, {
          redirect: 'manual',
        });
        const { hash } = new URL(link.headers.get('location') ?? '');
        const token = new URLSearchParams(hash.slice(1)).get('verify-email');
        await ask('/verify-email', { token }, bearer);
      },
      advance,
      close,
    };
  });
}
