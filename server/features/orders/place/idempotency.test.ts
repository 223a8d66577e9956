import { describe, expect, test } from 'vitest';
import type { CreateOrderBody } from '#contract/orders/orders.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { countRows, makeOrder, placed } from '#server/testing/orders.ts';
import { openConnection } from '#server/testing/raw-http.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';

const REPLAYED = 'idempotency-replayed';

describe.each(databases)('the Idempotency-Key on %s', (kind) => {
  const shop = useShop(kind, { isInjected: false });

  async function makeBody(pictures = 2): Promise<CreateOrderBody> {
    return makeOrder({ images: await addPictures(shop.context, pictures) });
  }

  test('makes a repetition yield the same answer and says so', async () => {
    const body = await makeBody(5);
    const before = await countRows(shop.context);
    const first = await shop.placeOrder(body, 'repeat');
    const second = await shop.placeOrder(body, 'repeat');
    expect(placed(second)).toEqual(placed(first));
    expect(second.body).toEqual(first.body);
    expect([first.headers.get(REPLAYED), second.headers.get(REPLAYED)]).toEqual([null, 'true']);
    expect((await countRows(shop.context)).orders).toBe((before.orders ?? 0) + 1);
  });

  test('goes by the meaning of the body, not by the order of its names', async () => {
    const body = await makeBody();
    const first = placed(await shop.placeOrder(body, 'meaning'));
    const { images, deliveryData } = body;
    const turned = { unknown: 1, deliveryData: { ...reversed(deliveryData) }, images };
    expect(placed(await shop.placeOrder(turned, 'meaning')).id).toBe(first.id);
  });

  test('with another body is refused: 422', async () => {
    const body = await makeBody();
    placed(await shop.placeOrder(body, 'other body'));
    for (const other of [
      await makeBody(),
      { ...body, deliveryData: { ...body.deliveryData, fullName: 'Otra Rosa' } },
    ]) {
      const answer = await shop.placeOrder(other, 'other body');
      expect([answer.status, answer.body]).toEqual([
        422,
        {
          success: false,
          code: 'idempotency_key_reused',
          message: 'Esta clave ya se usó para un pedido con otros datos',
        },
      ]);
    }
  });

  test('is free again after a failed attempt', async () => {
    const body = await makeBody();
    const wrong = structuredClone(body);
    wrong.deliveryData.pricing.totalAmount += 1;
    expect((await shop.placeOrder(wrong, 'failed')).status).toBe(409);
    const answer = await shop.placeOrder(body, 'failed');
    placed(answer);
    expect(answer.headers.get(REPLAYED)).toBeNull();
  });

  test('does not make an invalid body valid, even if it belongs to an order', async () => {
    const body = await makeBody();
    placed(await shop.placeOrder(body, 'wrong'));
    expect((await shop.placeOrder({ ...body, images: [] }, 'wrong')).status).toBe(400);
  });

  test.each([
    ['nothing', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a tab', 'a\tb'],
    ['an accent', 'canción'],
  ])('of %s is refused: 400', async (_name, key) => {
    const answer = await shop.placeOrder(await makeBody(1), key);
    expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_key_invalid']);
  });

  test('may have 1 to 255 characters, blanks included', async () => {
    for (const key of ['k', 'k'.repeat(255), 'a b "c" \\ %00']) {
      placed(await shop.placeOrder(await makeBody(1), key));
    }
  });

  test('with a control character never becomes an order', async () => {
    const body = JSON.stringify(await makeBody(1));
    const before = await countRows(shop.context);
    const connection = await openConnection(shop.url);
    await connection.send(
      `POST /api/orders HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nidempotency-key: a\u0001b\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    expect(await connection.answer()).toMatch(/^HTTP\/1\.1 400 /);
    connection.abort();
    expect(await countRows(shop.context)).toEqual(before);
  });

  test('is stored with a hash of the body and nothing of the person', async () => {
    const rows = await shop.context.db.queries.selectFrom('idempotency_keys').selectAll().execute();
    for (const { request_hash } of rows) expect(request_hash).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(rows)).not.toMatch(/Rosa|correo/);
  });
});

function reversed<T extends object>(value: T): object {
  return Object.fromEntries(Object.entries(value).reverse());
}
