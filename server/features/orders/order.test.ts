import { describe, expect, test } from 'vitest';
import { FIRST_ROUND, type Order } from '#domain/orders/order.ts';
import { withShipping } from '#domain/orders/pricing.ts';
import { runAll } from '#server/db/pipeline.ts';
import { NEW_COLUMNS } from '#server/features/payments/repo.ts';
import { databases, useAdminShop } from '#server/testing/use-shop.ts';
import {
  changeOrder,
  findLiveOrder,
  findLiveOrders,
  findOrderEvenDeleted,
  type OrderSet,
  orderIdsOf,
} from './order.ts';
import { deleteOrder, restoreOrder } from './set-status.ts';
import { insertOrders } from './write-order.ts';

const [AT, DAY] = [Date.parse('2026-03-09T15:00:00Z'), '2026-03-09'];
const none = { printed: null, packed: null, dispatched: null };
const payment = {
  ...{ id: 'p1', amount: 3000, paidOn: DAY, how: 'Efectivo', attemptId: 'a1', notedBy: 'jefa' },
  ...{ notedAt: AT, removedAt: null, toldByJob: 'job' },
};
const refund: Order['refunds'][number] = {
  ...{ id: '01', amount: 1000, reason: 'overpaid', dueOn: null, doneOn: DAY, how: 'cash' },
  createdAt: AT,
};
const receipt = { at: AT, file: 'a.webp', type: 'image/webp', bytes: 10 } as const;
const document: Order['documents'][number] = {
  ...{ kind: 'boleta', number: '7', issuedOn: DAY, file: { key: 'b.pdf', bytes: 20 } },
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
  refunds: [refund, { ...refund, id: '02', createdAt: AT + 1 }],
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

  test("comes back as it was inserted among others, an account's or a guest's", async () => {
    const { context } = adminShop.shop;
    const { db } = context;
    const { id } = await adminShop.place();
    const placed = await findLiveOrder(db.queries, id);
    if (!placed) throw new Error('no order');
    const charges = [{ kind: 'urgent', label: 'Urgente', amount: 700 }];
    const subtotalAfterDiscount = placed.cost.imagesTotal - 100;
    const cost = { ...placed.cost, discountCode: 'CIEN', discountAmount: 100, charges };
    const owned: Order = {
      ...placed,
      ...{ id: context.newOrderId(), createdAt: AT + 5, termsVersion: 'v', payBy: DAY },
      owner: {
        ...{ kind: 'account', isGuest: false, uid: 'u1', email: 'ana@correo.cl' },
        ...{ guestEmail: null, mailboxKey: null, isVerified: true, isReturning: true },
        linksEnded: 2,
      },
      notes: { buyer: 'Portón verde', internal: 'Paga tarde' },
      promise: { minDays: 2, maxDays: 4, transportDays: 3 },
      cost: { ...withShipping({ ...cost, subtotalAfterDiscount }, 2000), agreedTotal: null },
    };
    const guestEmail = 'berta@correo.cl';
    const owner = { ...placed.owner, email: guestEmail, guestEmail, mailboxKey: guestEmail };
    const guests: Order = { ...placed, id: context.newOrderId(), createdAt: AT, owner };
    await db.transaction((tx) => runAll(tx, insertOrders(tx, [owned, guests])));
    const both = [guests.id, owned.id];
    expect(await findLiveOrders(db.queries, both)).toEqual([guests, owned]);
    const owners = [
      { uid: 'u1', guestEmail },
      { uid: 'u1', guestEmail: null },
      { uid: null, guestEmail },
      { uid: null, guestEmail: null },
    ];
    const ids = await Promise.all(owners.map((each) => orderIdsOf(db.queries, each)));
    expect(ids).toEqual([both, [owned.id], [guests.id], []]);
  });

  test('comes with its own attempts to pay, oldest first', async () => {
    const { queries } = adminShop.shop.context.db;
    const [one, other] = [await adminShop.place(), await adminShop.place()];
    const row = { ...NEW_COLUMNS, order_id: one.id, provider: 'webpay', links_ended: 0 } as const;
    const paid = { state: 'paid', amount: 900, refunded: 200, refunding: 100 } as const;
    const rows = [
      { ...row, ...paid, id: 'a2', reference: 'ref', created_at: AT + 1, paid_order: 1 },
      { ...row, id: 'a1', reference: 'a1', amount: 800, created_at: AT, is_superseded: 1 },
    ] as const;
    await queries
      .insertInto('payments')
      .values([...rows])
      .execute();
    const [read, none] = await findLiveOrders(queries, [one.id, other.id]);
    expect(read?.attempts).toMatchObject([
      { id: 'a1', state: 'created', amount: 800, isSuperseded: true, paidOrder: false },
      { id: 'a2', reference: 'ref', ...paid, isSuperseded: false, paidOrder: true },
    ]);
    expect([none?.attempts, none?.proof]).toEqual([[], null]);
  });

  test('is changed in the version that was seen, and in the bin only by a restore', async () => {
    const { context } = adminShop.shop;
    const { id } = await adminShop.place();
    const target = (version: number | null, of = id) => ({ id: of, by: null, version });
    const note = (...given: Parameters<typeof target>) =>
      changeOrder(context, target(...given), () => ({
        ...{ set: { payBy: DAY }, action: 'notes_changed', changes: [] },
      }));
    await expect(note(2)).rejects.toMatchObject({ code: 'order_changed' });
    await expect(note(null, 'NADIE')).rejects.toMatchObject({ code: 'not_found' });
    await expect(restoreOrder(context, target(1))).rejects.toMatchObject({ code: 'not_found' });
    expect(await note(1)).toMatchObject({ version: 2, payBy: DAY });
    await deleteOrder(context, target(2));
    await expect(note(3)).rejects.toMatchObject({ code: 'not_found' });
    expect(await restoreOrder(context, target(3))).toMatchObject({ version: 4, deletedAt: null });
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
