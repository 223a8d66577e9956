import { describe, expect, test } from 'vitest';
import { refused } from '#server/testing/admin-shop.ts';
import { databases, useAdminShop } from '#server/testing/use-shop.ts';
import { writeCursor } from './paging.ts';

describe.each(databases)('a text that no column stores unchanged, on %s,', (kind) => {
  const adminShop = useAdminShop(kind);

  test.each([
    ['DELETE', '/discounts/%00'],
    ['PATCH', '/discounts/a%00b/toggle'],
    ['GET', '/orders/%00'],
    ['DELETE', '/orders/%00'],
    ['GET', '/users/%00'],
    ['GET', '/orders/%00/pictures/1'],
  ])('is a 404 in the path of %s %s', async (method, path) => {
    expect(refused(await adminShop.ask(path, { method }))).toBe('404 not_found');
  });

  test.each([
    ['/orders?q=a%00b'],
    ['/users?q=%00'],
    ['/orders?%00=1'],
    [`/orders?cursor=${writeCursor([1, '\0'])}`],
    [`/orders?cursor=${writeCursor([1, '\ud83d'])}`],
    [`/orders?cursor=${writeCursor([0.5, 'A'])}`],
    [`/orders?cursor=${writeCursor([1e300, 'A'])}`],
    [`/dashboard/activity?cursor=${writeCursor(['\0'])}`],
  ])('is wrong in the query of %s', async (path) => {
    expect(refused(await adminShop.ask(path))).toBe('400 validation_failed');
  });

  const WRONG = 'El texto tiene caracteres no permitidos';
  const broken = ['a\0b', 'a\ud83db'];

  test.each(broken.flatMap((text) => ['token', 'orderId'].map((field) => [field, text] as const)))(
    'is wrong in the field %s of a form: %j',
    async (field, text) => {
      const part = (head: string) => `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
      const charset = `name="${field}"\r\ncontent-type: text/plain; charset=utf-16le`;
      const raw = Buffer.concat([
        Buffer.from(part(charset)),
        Buffer.from(text, 'utf16le'),
        Buffer.from(`\r\n${part('name="receipt"; filename="a.pdf"')}%PDF-1.4\n\r\n--x--\r\n`),
      ]);
      const answer = await adminShop.admin.call('/api/orders/receipt', {
        method: 'POST',
        raw: new Blob([raw]),
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      expect([answer.status, answer.body.fields]).toEqual([400, { [field]: WRONG }]);
    },
  );

  test('in another encoding than UTF-8 are refused in forms', async () => {
    const form = '--x\r\ncontent-disposition: form-data; name="orderId"\r\n\r\nJosé\r\n--x--\r\n';
    const answer = await adminShop.admin.call('/api/orders/receipt', {
      method: 'POST',
      raw: new Blob([Buffer.from(form, 'latin1')]),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect([answer.status, answer.body.fields]).toEqual([400, { orderId: WRONG }]);
  });
});
