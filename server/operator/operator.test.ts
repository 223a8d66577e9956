import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_EMAIL, type AdminShop, openAdminShop, refused } from '#server/testing/admin-shop.ts';
import { enrol } from '#server/testing/authenticator.ts';
import { runProgram } from '#server/testing/run-program.ts';
import { anyDatabase } from '#server/testing/shop.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

describe.each(anyDatabase)("the operator's commands on %s", (kind) => {
  let adminShop: AdminShop;
  beforeEach(async () => {
    adminShop = await openAdminShop(kind);
  });
  afterEach(() => adminShop.shop.close());

  const command = (...args: string[]) => runProgram(MAIN, args, adminShop.shop.env);

  test('remove a lost second factor, with an audit entry', async () => {
    await enrol(adminShop.admin, Date.now());
    if (kind === 'sqlite') {
      const { code, says } = await command('forget-second-factor', ADMIN_EMAIL);
      expect([code, says]).toEqual([1, expect.stringMatching(/is in use by another running shop/)]);
      await adminShop.shop.context.db.close();
    }
    const done = await command('forget-second-factor', ADMIN_EMAIL.toUpperCase());
    expect(done).toEqual({ code: 0, says: expect.stringContaining('done') });
    const again = await command('forget-second-factor', ADMIN_EMAIL);
    expect(again).toEqual({ code: 1, says: expect.stringMatching(/no account with a second/) });
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
      says: expect.stringContaining('1 accounts came back'),
    });
    expect((await move('to-embedded', 'x')).code).toBe(2);
    if (kind === 'sqlite') await adminShop.shop.restart();
  });

  test('tell how they are used', async () => {
    const { code, says } = await command('forget-second-factor');
    expect([code, says]).toEqual([2, expect.stringContaining('npm run admin -- forget')]);
  });
});
