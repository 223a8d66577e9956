import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openBrowser } from '#server/testing/accounts.ts';
import { ADMIN_EMAIL, refused } from '#server/testing/admin-shop.ts';
import { enrol } from '#server/testing/authenticator.ts';
import { runProgram } from '#server/testing/run-program.ts';
import { anyDatabase, useFreshAdminShop } from '#server/testing/use-shop.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

describe.each(anyDatabase)("the operator's commands on %s", (kind) => {
  const adminShop = useFreshAdminShop(kind);

  const command = (...args: string[]) => runProgram(MAIN, args, adminShop.shop.env);

  test('remove a lost second factor, with an audit entry', async () => {
    await enrol(adminShop.admin, Date.now());
    if (kind === 'sqlite') await adminShop.shop.context.db.close();
    const done = await command('forget-second-factor', ADMIN_EMAIL.toUpperCase());
    expect(done).toEqual({ code: 0, says: expect.stringContaining('listo') });
    const again = await command('forget-second-factor', ADMIN_EMAIL);
    expect(again).toEqual({ code: 1, says: expect.stringMatching(/no hay ninguna cuenta/) });
    if (kind === 'sqlite') await adminShop.shop.restart();
    const { body } = await adminShop.admin.call('/api/admin/dashboard/activity?limit=1');
    expect(body.activity).toMatchObject([{ action: 'second_factor_removed', by: null }]);
    expect(refused(await adminShop.admin.call('/api/admin/check'))).toBe('200 ok');
  });

  test('move the accounts into a file that only its owner reads, and never over another', async () => {
    const { env, dataDir } = adminShop.shop;
    if (kind === 'sqlite') await adminShop.shop.context.db.close();
    const file = join(dataDir, 'cuentas.json');
    const move = (...args: string[]) =>
      runProgram(join(import.meta.dirname, 'move-accounts.ts'), args, env);
    const moved = await move('to-firebase', file);
    expect(moved).toEqual({ code: 0, says: expect.stringContaining('STANDARD_SCRYPT') });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8')).users).toMatchObject([{ email: ADMIN_EMAIL }]);
    const again = await move('to-firebase', file);
    expect(again).toEqual({ code: 1, says: expect.stringContaining('cuentas.json: EEXIST') });
    expect(await move('to-embedded')).toEqual({
      code: 0,
      says: expect.stringContaining('Volvieron 1 cuentas'),
    });
    if (kind === 'sqlite') await adminShop.shop.restart();
  });

  test('print the link by which the first admin enters, while the shop runs', async () => {
    const { shop } = adminShop;
    await writeFile(join(shop.dataDir, 'secret'), shop.context.secret);
    const env = { ...shop.env, PUBLIC_URL: 'https://pines.cl' };
    const { code, says } = await runProgram(MAIN, ['primer-ingreso', 'Duena@Pines.cl'], env);
    expect(code).toBe(0);
    const [link = '', explained] = says.split('\n');
    expect(explained).toContain('duena@pines.cl: sirve una vez, durante 24 horas');
    expect(link).toMatch(/^https:\/\/pines\.cl\/api\/identity\/reset-password\//);
    const browser = openBrowser(shop);
    const { location } = await browser.ask(link);
    const token = new URL(location ?? '').searchParams.get('token');
    const newPassword = 'la clave de quien abre';
    expect((await browser.ask('/reset-password', { token, newPassword })).status).toBe(200);
    await browser.signIn('duena@pines.cl', newPassword);
    expect((await browser.call('/api/admin/check')).status).toBe(200);
  });

  test('say what to do instead of that link', async () => {
    const firebase = {
      ...{ AUTH_PROVIDER: 'firebase', FIREBASE_PROJECT_ID: 'pines-1a2b', FIREBASE_API_KEY: 'x' },
      FIREBASE_AUTH_DOMAIN: 'pines.firebaseapp.com',
    };
    const fails = async (email: string, env: Record<string, string>) => {
      const { code, says } = await runProgram(MAIN, ['primer-ingreso', email], env);
      expect([code, says.trimEnd().split('\n')]).toEqual([1, [expect.any(String)]]);
      return says;
    };
    const empty = { DATA_DIR: join(adminShop.shop.dataDir, 'none') };
    expect(await fails('a@b.cl', { ...empty, ...firebase })).toMatch(
      /^AUTH_PROVIDER: .*ADMIN_EMAILS/,
    );
    expect(await fails('a@b.cl', empty)).toMatch(/^DATA_DIR: la tienda todavía no ha partido/);
    expect(await fails('nadie', empty)).toMatch(/^nadie: no es un correo válido/);
  });

  test('tell how they are used, and refuse anything else in one line', async () => {
    const run = (name: string, ...args: string[]) =>
      runProgram(join(import.meta.dirname, name), args, {});
    expect(await run('main.ts', '--help')).toEqual({
      ...{ code: 0, says: expect.stringMatching(/^npm run admin -- primer-ingreso .+\n {2}/) },
    });
    const refused = [
      await run('main.ts', 'forget-second-factor', 'a@b.cl', '--forzar'),
      await run('move-accounts.ts', 'to-embedded', 'x'),
    ];
    for (const { code, says } of refused) {
      expect([code, says.trimEnd().split('\n').length], says).toEqual([2, 1]);
    }
  });
});
