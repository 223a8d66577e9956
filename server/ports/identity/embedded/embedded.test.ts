import { identitySuite } from '#server/ports/identity/identity.suite.ts';
import { linksTo, openBrowser } from '#server/testing/accounts.ts';
import { databases, openShop } from '#server/testing/shop.ts';

for (const kind of databases) {
  identitySuite(`embedded on ${kind}`, async () => {
    let ahead = 0;
    const shop = await openShop(kind, { context: { clock: () => Date.now() + ahead } });

    async function open(email: string) {
      const browser = openBrowser(shop);
      const { status } = await browser.signUp(email);
      if (status !== 200) await browser.signIn(email);
      return browser;
    }
    return {
      identity: shop.context.identity,
      transaction: shop.context.db.transaction,
      signIn: async (email) => (await (await open(email)).token()) ?? '',
      verify: async (email) => {
        const browser = await open(email);
        await browser.ask('/send-verification-email', {});
        await browser.ask((await linksTo(shop.context, email, 'verify_email')).at(-1) ?? '');
      },
      advance: (millis) => {
        ahead += millis;
      },
      close: shop.close,
    };
  });
}
