import { beforeAll, describe, expect, test, vi } from 'vitest';
import { linksTo, openAccount } from '#server/testing/accounts.ts';
import { breakDatabase } from '#server/testing/break-database.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';

describe.each(databases)('while the database is unreachable, on %s', (kind) => {
  let database: ReturnType<typeof breakDatabase>;
  const shop = useShop(kind);
  beforeAll(async () => {
    database = breakDatabase(shop.context);
  });

  test.each<[string, unknown]>([
    ['/token', undefined],
    ['/get-session', undefined],
    ['/sign-out', {}],
  ])('%s answers 503 in Spanish, and signs no one out', async (path, body) => {
    const browser = await openAccount(shop, `${path.slice(1)}@correo.cl`);
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    database.away();
    const answer = await browser.ask(path, body);
    database.back();
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'unavailable' }]);
    expect(answer.body?.message).toMatch(/^El servicio no está disponible/);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(answer.setCookies).toEqual([]);
    expect(await browser.token()).not.toBeNull();
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  test("a person who opens a mail's link reads a page in Spanish, with a way to try again", async () => {
    const email = 'enlace@correo.cl';
    const stranger = await openAccount(shop, email, { verified: false });
    await stranger.ask('/send-verification-email', {});
    const [link = ''] = await linksTo(shop.context, email, 'verify_email');
    const { pathname, search } = new URL(link);
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const path of [pathname + search, '/api/identity/reset-password/abc']) {
      database.away();
      const answer = await shop.fetch(path, { headers });
      database.back();
      const type = answer.headers.get('content-type');
      expect([answer.status, type]).toEqual([503, 'text/html; charset=utf-8']);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      const page = await answer.text();
      expect(page).toContain('El servicio no está disponible. Intenta de nuevo en unos minutos.');
      expect(page).toContain('<a class="again" href="">Intentar de nuevo</a>');
      expect((await shop.fetch(path, { headers, redirect: 'manual' })).status).toBe(302);
    }
  });
});
