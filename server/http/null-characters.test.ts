import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeCursor } from '../paging.ts';
import { type AdminShop, openAdminShop, refused } from '../testing/admin-shop.ts';
import { databases } from '../testing/shop.ts';

describe.each(databases)('what no column can hold, in an address on %s', (kind) => {
  let adminShop: AdminShop;
  beforeAll(async () => {
    adminShop = await openAdminShop(kind);
  });
  afterAll(() => adminShop.shop.close());

  test.each([
    ['DELETE', '/discounts/%00'],
    ['PATCH', '/discounts/a%00b/toggle'],
    ['GET', '/orders/%00'],
    ['DELETE', '/orders/%00'],
    ['GET', '/users/%00'],
    ['GET', '/orders/%00/pictures/1'],
  ])('%s %s is not there', async (method, path) => {
    expect(refused(await adminShop.ask(path, { method }))).toBe('404 not_found');
  });

  test.each([
    ['/orders?q=a%00b'],
    ['/users?q=%00'],
    ['/orders?%00=1'],
    [`/orders?cursor=${writeCursor([1, '\0'])}`],
    [`/orders?cursor=${writeCursor([0.5, 'A'])}`],
    [`/orders?cursor=${writeCursor([1e300, 'A'])}`],
    [`/dashboard/activity?cursor=${writeCursor(['\0'])}`],
  ])('%s is wrong', async (path) => {
    expect(refused(await adminShop.ask(path))).toBe('400 validation_failed');
  });
});
