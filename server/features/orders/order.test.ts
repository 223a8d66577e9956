import { describe, expect, test } from 'vitest';
import { FIRST_ROUND, type Order } from '#domain/orders/order.ts';
import { withShipping } from '#domain/orders/pricing.ts';
import { databases } from '#server/testing/shop.ts';
import { useAdminShop } from '#server/testing/use-shop.ts';
import {
  changeOrder,
  findLiveOrder,
  findLiveOrders,
  findOrderEvenDeleted,
  type OrderSet,
} from './order.ts';
import { deleteOrder } from './set-status.ts';

const [AT, DAY] = [Date.parse('2026-03-09T15:00:00Z'), '2026-03-09'];
const none = { printed: null, packed: null, dispatched: null };
const payment = {
  ...{ id: 'p1', amount: 3000, paidOn: DAY, how: 'Efectivo', attemptId: 'a1', notedBy: 'jefa' },
  ...{ notedAt: AT, removedAt: null, toldByJob: 'job' },
};
const refund: Order['refunds'][number] = {
  ...{ id: '01', amount: 1000, reason: 'overpaid', dueOn: null, doneOn: DAY, how: 'cash' },
  ...{ isPast: false, createdAt: AT },
};
const receipt = { at: AT, file: 'a.webp', type: 'image/webp', bytes: 10 } as const;
const document = {
  ...{ number: '7', issuedOn: DAY, file: { key: 'b.pdf', bytes: 20 } },
  ...{ notedAt: AT, removedAt: null, toldByJob: null },
};
const complaint = { at: AT, words: 'Rayado', file: 'c.webp', closedAt: null, answer: null };
const reprint = {
  ...{ startedAt: AT, reason: 'Rayado', wasPrinted: true },
  marks: { ...none, packed: AT },
  markedBy: { ...none, packed: 'jefa' },
  parcel: { courier: 'Starken', trackingNumber: 'ST-1' },
};

const full: OrderSet = {
  payments: [payment, { ...payment, id: 'p2', notedAt: AT + 1, removedAt: AT + 2, notedBy: null }],
  refunds: [refund, { ...refund, id: '02', isPast: true, createdAt: AT + 1 }],
  reminders: [
    { number: 1, on: DAY },
    { number: 2, on: '2026-03-12' },
  ],
  receipts: [{ ...receipt, file: null }, receipt],
  documents: [{ ...document, file: null, removedAt: AT }, document],
  complaints: [
    { ...complaint, items: [0, 1] },
    { ...complaint, items: [1] },
  ],
  cancelRequests: [
    { at: AT, words: 'Ya no' },
    { at: AT + 1, words: null },
  ],
  rounds: [
    { ...FIRST_ROUND, marks: { ...none, printed: AT } },
    { ...reprint, items: [{ position: 1, quantity: 2 }] },
    {
      ...{ ...FIRST_ROUND, startedAt: AT + 1 },
      items: [0, 1].map((position) => ({ position, quantity: 1 })),
    },
  ],
};
/** Other values, fewer rows, and none of the first round. */
const changed: OrderSet = {
  payments: [{ ...payment, amount: 9000 }],
  refunds: [{ ...refund, amount: 900 }],
  reminders: [{ number: 2, on: '2026-03-13' }],
  receipts: [receipt],
  documents: [{ ...document, removedAt: AT }],
  complaints: [{ ...complaint, items: [1], closedAt: AT, answer: 'Va otro' }],
  cancelRequests: [{ at: AT, words: 'Mejor no' }],
  rounds: [FIRST_ROUND, { ...reprint, items: [{ position: 1, quantity: 3 }] }],
};
const empty: OrderSet = {
  ...{ payments: [], refunds: [], reminders: [], receipts: [], documents: [], complaints: [] },
  ...{ cancelRequests: [], rounds: [FIRST_ROUND] },
};

describe.each(databases)('an order with all its parts on %s', (kind) => {
  const adminShop = useAdminShop(kind);

  test('is read as it was stored after any change, and no other order changes', async () => {
    const { context } = adminShop.shop;
    const [{ id }, other] = [
      await adminShop.place({ pictures: 2 }),
      await adminShop.place({ pictures: 2 }),
    ];
    const change = (of: string, set: OrderSet) =>
      changeOrder(context, { id: of, by: null, version: null }, ({ cost }) => ({
        set: { ...set, cost: { ...cost, ...withShipping(cost, 2000) } },
        action: null,
        changes: [],
      }));
    const ofOther = await change(other.id, {
      ...full,
      payments: [{ ...payment, id: 'p3' }],
      refunds: [],
    });
    for (const set of [full, changed, full, empty]) {
      const after = await change(id, set);
      const { refunds = [], ...parts } = set;
      expect(after).toMatchObject(parts);
      expect(after.refunds.filter(({ doneOn }) => doneOn !== null)).toEqual(refunds);
      expect(await findLiveOrder(context.db.queries, id)).toEqual(after);
    }
    expect(await findLiveOrder(context.db.queries, other.id)).toEqual(ofOther);
  });

  test('is found in the given sequence, and in the bin only by those who ask for it', async () => {
    const { queries } = adminShop.shop.context.db;
    const orders = [await adminShop.place(), await adminShop.place(), await adminShop.place()];
    const [one = '', two = '', deleted = ''] = orders.map(({ id }) => id);
    const target = { id: deleted, by: null, version: null };
    await deleteOrder(adminShop.shop.context, target);
    for (const ids of [[two, one], [one, two], []]) {
      expect((await findLiveOrders(queries, ids)).map(({ id }) => id)).toEqual(ids);
    }
    await expect(findLiveOrders(queries, [one, deleted])).rejects.toMatchObject({
      code: 'not_found',
      message: `No hay un pedido ${deleted}`,
    });
    expect(await findLiveOrder(queries, deleted)).toBeNull();
    expect((await findOrderEvenDeleted(queries, deleted))?.id).toBe(deleted);
    expect(await findOrderEvenDeleted(queries, 'NADIE')).toBeNull();
  });
});
