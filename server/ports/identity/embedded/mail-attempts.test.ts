import { describe, expect, test } from 'vitest';
import { openBrowser } from '#server/testing/accounts.ts';
import { anyDatabase, useFreshShop } from '#server/testing/use-shop.ts';

describe.each(anyDatabase)('mails requested by anonymous clients on %s', (kind) => {
  const shop = useFreshShop(kind, { env: { RATE_LIMITS: 'on', TRUST_PROXY: 'on' } });

  const from = (address: string) => ({ 'x-forwarded-for': address });

  async function askToVerify(email: string, address: string, times = 1): Promise<number[]> {
    const browser = openBrowser(shop);
    const password = 'contraseña segura';
    await browser.ask('/sign-up/email', { name: '', email, password }, from(address));
    const statuses: number[] = [];
    for (let at = 0; at < times; at += 1) {
      const answer = await browser.ask('/send-verification-email', {}, from(address));
      statuses.push(answer.status);
    }
    return statuses;
  }
  const askToReset = async (email: string, address: string): Promise<number> =>
    (await openBrowser(shop).ask('/request-password-reset', { email }, from(address))).status;

  const mailsOf = async (job: string): Promise<number> => {
    const { queries } = shop.context.db;
    const found = await queries.selectFrom('jobs').select('id').where('kind', '=', job).execute();
    return found.length;
  };

  test('are five an hour for a mailbox, however many accounts spell it', async () => {
    expect(await askToVerify('ana+1@correo.cl', '190.1.1.1', 3)).toEqual([200, 200, 200]);
    expect(await askToVerify('ana+2@correo.cl', '190.1.1.2', 3)).toEqual([200, 200, 429]);
    expect(await askToVerify('eva@correo.cl', '190.1.1.2')).toEqual([200]);
    expect(await mailsOf('mail.verify_email')).toBe(6);
  });

  test('do not use up the limit of another kind', async () => {
    await askToVerify('ana@correo.cl', '190.1.1.1', 6);
    const resets = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((at) => askToReset('ANA+x@correo.cl', `190.2.2.${at}`)),
    );
    expect(resets.toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await askToReset('nadie@correo.cl', '190.3.3.3')).toBe(200);
  });

  test('are thirty an hour that one client causes, and as many as before for others', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      statuses.push(...(await askToVerify(`ana${at}@correo.cl`, '190.1.1.1', 3)));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect(await askToVerify('eva@correo.cl', '190.1.1.2')).toEqual([200]);
  });
});
