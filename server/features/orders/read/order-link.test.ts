import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleBuyerOrder } from '#contract/testing/samples.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { forAll } from '#domain/testing/for-all.ts';
import { namedSample } from '#domain/testing/sample-delivery.ts';
import {
  firstToken,
  orderToken,
  orderUrl,
  readOrderToken,
} from '#server/features/orders/order-link.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';

const secret = 'a secret of thirty-two characters';

describe('the token of an order', () => {
  test('names its order', () => {
    const token = firstToken({ secret }, '7K4MQ-X2TBA');
    expect(readOrderToken({ secret }, token)).toEqual({ id: '7K4MQ-X2TBA', linksEnded: 0 });
    expect(token).toMatch(/^[\w.-]+$/);
    const next = orderToken({ secret }, { id: '7K4MQ-X2TBA', linksEnded: 1 });
    expect(readOrderToken({ secret }, next)).toEqual({ id: '7K4MQ-X2TBA', linksEnded: 1 });
    expect(next).not.toContain(token.split('.')[1]);
  });

  test('is read from a link whose hyphens and blanks a chat has replaced', () => {
    const token = orderToken({ secret }, { id: '7K4MQ-X2TBA', linksEnded: 2 });
    for (const hyphen of ['‐', '‑', '–', '—', '−', '-\u200b']) {
      const copied = `\ufeff${token.replaceAll('-', hyphen)} `;
      expect(readOrderToken({ secret }, copied), hyphen).toMatchObject({ id: '7K4MQ-X2TBA' });
    }
  });

  test('is in the fragment of the home page', () => {
    const order = { id: '7K4MQ-X2TBA', linksEnded: 0 };
    const url = new URL(orderUrl({ secret, publicUrl: 'https://pines.cl' }, order));
    expect(url.pathname + url.search).toBe('/');
    expect(url.hash).toMatch(/^#pedido=7K4MQ-X2TBA\.[\w-]{43}$/);
  });

  test('of another shop, another order, or none is refused', () => {
    const token = firstToken({ secret }, '7K4MQ-X2TBA');
    const signature = token.split('.')[1] ?? '';
    for (const wrong of [
      firstToken({ secret: 'another secret' }, '7K4MQ-X2TBA'),
      `AAAAA-AAAAA.${signature}`,
      `7K4MQ-X2TBA.${signature.slice(0, -2)}`,
      `7K4MQ-X2TBA.`,
      `7K4MQ-X2TBA`,
      `.${signature}`,
      '',
    ]) {
      expect(readOrderToken({ secret }, wrong), wrong).toBeNull();
    }
  });

  test('cannot be guessed', () => {
    forAll(fc.string(), (guess) => {
      expect(readOrderToken({ secret }, guess)).toBeNull();
      expect(readOrderToken({ secret }, `7K4MQ-X2TBA.${guess}`)).toBeNull();
    });
  });
});

describe.each(anyDatabase)("a mail's link on %s", (kind) => {
  const shop = useShop(kind);

  const view = (token: unknown) => shop.call('/api/orders/view', { json: { token } });

  async function place(): Promise<{ id: string; token: string }> {
    const { id } = placed(await shop.placeOrder(makeOrder({ images: await shop.uploadMany(2) })));
    return { id, token: firstToken(shop.context, id) };
  }

  test('shows the order without what would tell who the buyer is', async () => {
    const { id, token } = await place();
    const { status, body } = await view(token);
    expect(status).toBe(200);
    const picture = {
      imageUrl: expect.stringMatching(/^\/files\//),
      thumbnailUrl: expect.stringMatching(/^\/files\//),
      crop: expect.objectContaining({ x: 0.5, y: 0.5 }),
      press: DEFAULT_PRESS,
      product: { id: 'pin', name: 'Pin' },
      finish: null,
      unitPrice: 1700,
    };
    // Compared exactly: a new field of orders must not be shown here unnoticed.
    const hidden = Object.fromEntries(Object.keys(namedSample).map((field) => [field, null]));
    expect(body).toEqual({
      success: true,
      order: {
        ...sampleBuyerOrder,
        id,
        createdAt: expect.any(String),
        progress: {
          steps: [
            { step: 'received', isDone: true, on: expect.any(String) },
            { step: 'paid', isDone: false, on: null },
            { step: 'production', isDone: false, on: null },
            { step: 'dispatched', isDone: false, on: null },
          ],
          proof: null,
        },
        arrival: { from: expect.any(String), to: expect.any(String) },
        balance: 5900,
        amountDue: 5900,
        images: [expect.stringMatching(/^\/files\//), expect.stringMatching(/^\/files\//)],
        items: [
          { ...picture, originalName: 'Imagen 1', notes: null, quantity: 1 },
          { ...picture, originalName: 'Imagen 2', notes: null, quantity: 1 },
        ],
        userEmail: 'r•••@correo.cl',
        deliveryData: {
          ...hidden,
          fullName: 'Rosa P.',
          phone: '••• 678',
          email: 'r•••@correo.cl',
          region: 'XVI',
          city: 'Chillán',
          address: '•••',
          pricing: expect.objectContaining({ imagesCount: 2, totalAmount: 5900 }),
        },
      },
    });
    for (const secretFact of ['Pérez', '1234', 'rosa@', 'Libertad', 'conserje', 'foto']) {
      expect(JSON.stringify(body)).not.toContain(secretFact);
    }
  });

  test('tells its parcel, and no day that is past', async () => {
    const { id, token } = await place();
    const { queries } = shop.context.db;
    const facts = { paid_on: '2026-03-09', due_on: '2026-03-16', arrives_by: '2026-03-18' };
    await queries.updateTable('orders').where('id', '=', id).set(facts).execute();
    const parcel = { courier: 'Starken', tracking_number: 'ST-7' };
    await queries
      .insertInto('production_rounds')
      .values({ order_id: id, n: 0, was_printed: 0, ...parcel })
      .execute();
    expect((await view(token)).body.order).toMatchObject({
      arrival: null,
      parcel: {
        courier: 'Starken',
        tracking: 'ST-7',
        trackingUrl: 'https://www.starken.cl/seguimiento?codigo=ST-7',
      },
    });
  });

  test('a wrong one, one of an unknown order and one of a deleted order look alike', async () => {
    const { id, token } = await place();
    const gone = await place();
    await shop.context.db.queries.deleteFrom('orders').where('id', '=', gone.id).execute();
    const answers = await Promise.all(
      [
        `${token}x`,
        `${token}.x`,
        `${token}=`,
        `${id}.`,
        'x',
        '',
        firstToken(shop.context, 'AAAAA-AAAAA'),
        gone.token,
      ].map(view),
    );
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([404, answers[0]?.body]);
      expect(body.code).toBe('not_found');
    }
    expect((await view(token)).status).toBe(200);
  });

  test('an input that is no token is rejected by its form alone', async () => {
    for (const token of [undefined, null, 7, ['x'], 'x'.repeat(501)]) {
      expect((await view(token)).status).toBe(400);
    }
  });

  test('it outlives a restart', async () => {
    const { token } = await place();
    await shop.restart();
    expect((await view(token)).status).toBe(200);
  });
});
