import { beforeAll, describe, expect, test } from 'vitest';
import { readStatement } from '#contract/payments/statements.ts';
import { dayOf } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import type { DepositRule } from '#domain/payments/deposit.ts';
import { readMailedOrder } from '#server/features/orders/mails.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import type { Answer } from '#server/testing/client.ts';
import { closeChecked } from '#server/testing/find-wrong-sums.ts';
import { openWebpayShop } from '#server/testing/payment-shop.ts';
import { databases, testOnAny, useOpened } from '#server/testing/use-shop.ts';

const DAY = '2026-03-09';
const HALF: DepositRule = { depositPercent: 50, depositFrom: 4000 };

describe.each(databases)('orders with a deposit on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const shop = useOpened(
    () => openWebpayShop(kind),
    ({ shop }) => closeChecked(shop),
  );
  beforeAll(async () => {
    await saveRule(HALF);
  });

  async function saveRule(rule: DepositRule) {
    await shop.saveSettings('payment', rule);
    // Settings are cached for two seconds.
    shop.advance(3000);
  }

  /** An order of one pin, with a deposit of the half. */
  async function place() {
    const { id, deliveryData } = await shop.place();
    const total = deliveryData.pricing.totalAmount;
    const half = Math.round(total / 2);
    return { id, total, half, rest: total - half };
  }
  const add = (id: string, amount: number, paidAt = DAY) =>
    shop.change(`${id}/payments`, { amount, paidAt, how: 'Transferencia' }, 'POST');
  const pay = (id: string, body = {}) =>
    shop.change(`${id}/payment`, { paidAt: DAY, how: 'Efectivo', ...body });
  const mark = (id: string, name: string) => shop.change(`${id}/marks/${name}`, {});
  const begin = (id: string, whole?: boolean) =>
    shop.shop.call('/api/payments', {
      json: { token: firstToken(shop.shop.context, id), ...(whole === undefined ? {} : { whole }) },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
  const tokenOf = ({ body }: Answer) => String(Object(body.fields).token_ws);
  const amountOf = (answer: Answer) => shop.double.transactions.get(tokenOf(answer))?.amount;
  const approve = (answer: Answer) => shop.follow(shop.double.act(tokenOf(answer), 'approved'));

  test('go to the workshop with the deposit and leave with the balance', async () => {
    const { id, total, half, rest } = await place();
    const stepsOf = async () => (await shop.view(id)).progress.steps.map(({ step }) => step);
    expect(await stepsOf()).toEqual(['received', 'deposit', 'production', 'paid', 'dispatched']);
    expect(await shop.view(id)).toMatchObject({
      deposit: { amount: half, isPaid: false },
      onlinePayment: { state: 'none', amount: half },
    });
    const asked = (await shop.today()).unpaid.find((order) => order.id === id);
    expect(asked).toMatchObject({ amount: half, isDeposit: true });
    await add(id, half - 1);
    expect(await shop.waitOf(id)).toBe('payment');
    const deposited = await shop.change(
      `${id}/payments`,
      { amount: 1, paidAt: '2026-03-11', how: 'Efectivo' },
      'POST',
    );
    expect(deposited.status).toBe(201);
    const order = await shop.read(id);
    expect(order).toMatchObject({
      ...{ waitsFor: 'print', payment: null, balance: rest, amountDue: rest },
      ...{ deposit: { amount: half, isPaid: true }, dueOn: '2026-03-18' },
    });
    // The shop is not waiting for money while it makes the pins.
    expect((await shop.today()).unpaid.map((each) => each.id)).not.toContain(id);
    await mark(id, 'printed');
    expect(detailed(await mark(id, 'packed')).waitsFor).toBe('balance');
    const early = await mark(id, 'dispatched');
    expect([refused(early), early.body.message]).toEqual([
      '409 order_incomplete',
      `Falta el saldo de ${formatPesos(rest)}: anota el pago antes de despachar`,
    ]);
    const bulk = await shop.ask('/orders/parcels', {
      method: 'POST',
      json: { orders: [{ id, tracking: '1' }], courier: 'Starken', isDispatched: true },
    });
    expect(bulk.body.results).toMatchObject([{ id, success: false, code: 'order_incomplete' }]);
    const { unpaid, late } = await shop.today();
    expect(unpaid.find((each) => each.id === id)?.amount).toBe(rest);
    expect(late.map((each) => each.id)).not.toContain(id);
    const whole = detailed(await pay(id));
    expect(whole).toMatchObject({
      ...{ waitsFor: 'dispatch', balance: 0, dueOn: order.dueOn },
      payments: [{ amount: half - 1 }, { amount: 1 }, { amount: rest }],
    });
    expect(total).toBe(half + rest);
    const undone = await shop.ask('/orders/payment', {
      method: 'POST',
      json: { orders: [{ id }], payment: null },
    });
    expect(undone.status).toBe(200);
    expect(await shop.read(id)).toMatchObject({ waitsFor: 'balance', amountDue: rest });
  });

  testAbove('ask for nothing once the deposit went back before anything was made', async () => {
    const { id, half, total } = await place();
    await add(id, half);
    const back = await shop.change(`${id}/refunds`, { how: 'cash' }, 'POST');
    expect(detailed(back)).toMatchObject({ waitsFor: null, balance: total, amountDue: 0 });
    expect(await shop.view(id)).toMatchObject({ howToPay: null, amountDue: 0 });
    expect(refused(await begin(id))).toBe('409 already_paid');
    expect(JSON.stringify(await shop.today())).not.toContain(id);
  });

  test("a bank's movement of the deposit is certain", async () => {
    const { id, half } = await place();
    const day = dayOf(shop.shop.context.clock()).split('-').toReversed().join('/');
    const json = { text: `Fecha;Descripción;Cargos;Abonos\n${day};PEDIDO ${id};;${half}` };
    const { matches } = readStatement.answer.parse((await shop.ask('/statements', { json })).body);
    expect(matches).toMatchObject([{ certainty: 'certain', orders: [{ id, amount: half }] }]);
  });

  testAbove('are noted with the deposit alone, or whole at once', async () => {
    const { id, half } = await place();
    expect(detailed(await pay(id, { depositFirst: true }))).toMatchObject({
      ...{ waitsFor: 'print', payments: [{ amount: half }] },
    });
    const other = await place();
    expect(detailed(await pay(other.id))).toMatchObject({
      ...{ waitsFor: 'print', payment: { paidAt: DAY }, payments: [{ amount: other.total }] },
    });
  });

  testAbove('that are late are told so, and are asked for the balance when it is due', async () => {
    const { id, half, rest } = await place();
    await add(id, half);
    const said = async () => {
      const { late, unpaid } = await shop.today();
      const found = [...late, ...unpaid].find((order) => order.id === id);
      return decodeURIComponent(found?.whatsappUrl ?? '');
    };
    expect(await said()).toContain('Vamos con atraso');
    await mark(id, 'printed');
    await mark(id, 'packed');
    expect(await said()).toContain(`Todavía no vemos tu pago de ${formatPesos(rest)}`);
  });

  testAbove('follow the total until they are paid, by the rule of their day', async () => {
    const far = async (id: string) => {
      const { deliveryData } = await shop.read(id);
      const address = { ...deliveryData, region: 'RM', city: 'Santiago', updateShippingCost: true };
      return detailed(await shop.change(`${id}/address`, address));
    };
    const [open, held] = [await place(), await place()];
    await add(held.id, held.half);
    await saveRule({ depositPercent: null, depositFrom: 0 });
    expect((await far(open.id)).deposit).toEqual({ amount: open.half + 750, isPaid: false });
    expect(await far(held.id)).toMatchObject({
      ...{ deposit: { amount: held.half, isPaid: true }, amountDue: held.rest + 1500 },
    });
    expect((await shop.place()).deposit).toBeNull();
    await saveRule(HALF);
    const payments = (await shop.read(held.id)).payments.map(({ id }) => id);
    await shop.ask(`/orders/${held.id}/payments/${payments[0]}`, { method: 'DELETE' });
    expect(await shop.read(held.id)).toMatchObject({
      ...{ deposit: { amount: held.half + 750, isPaid: false }, waitsFor: 'payment', dueOn: null },
    });
  });

  testAbove('are not asked for one once they are paid whole, even if made dearer', async () => {
    const { id, total } = await place();
    const items = [{ n: 1, quantity: 1 }];
    await shop.change(`${id}/items`, { items, agreedTotal: HALF.depositFrom - 1 });
    await pay(id, { whole: true });
    expect(await shop.read(id)).toMatchObject({ deposit: null, amountDue: 0 });
    const dearer = detailed(await shop.change(`${id}/items`, { items }));
    expect(dearer).toMatchObject({
      ...{ deposit: null, waitsFor: 'print', amountDue: total - HALF.depositFrom + 1 },
    });
  });

  testAbove('are paid online twice: the deposit, then the balance, each once', async () => {
    const { id, total, half, rest } = await place();
    const { payers } = await shop.today();
    const first = await begin(id);
    expect(amountOf(first)).toBe(half);
    // All at once is another attempt, which replaces the first.
    const whole = await begin(id, true);
    expect(amountOf(whole)).toBe(total);
    const again = await begin(id);
    expect(amountOf(again)).toBe(half);
    expect(tokenOf(again)).not.toBe(tokenOf(first));
    await Promise.all([approve(again), approve(again), approve(whole), approve(first)]);
    expect(shop.double.heldFor(id)).toBe(half);
    expect(await shop.view(id)).toMatchObject({
      ...{ deposit: { isPaid: true }, amountDue: rest, payments: [{ amount: half }] },
    });
    // A page that still shows the deposit's button.
    expect(refused(await begin(id, false))).toBe('409 already_paid');
    const two = await Promise.all([begin(id), begin(id, true)]);
    expect(two.map(amountOf)).toEqual([rest, rest]);
    expect(tokenOf(two[0])).toBe(tokenOf(two[1]));
    expect(await shop.stateOf(id)).toMatchObject({ state: 'open', amount: rest });
    await Promise.all(two.map(approve));
    expect(shop.double.heldFor(id)).toBe(total);
    expect(await shop.read(id)).toMatchObject({
      ...{ balance: 0, payment: { how: 'Webpay' }, refunds: [] },
      payments: [{ amount: half }, { amount: rest }],
    });
    expect(refused(await begin(id))).toBe('409 already_paid');
    expect(await shop.mailed(id, 'payment_received')).toHaveLength(2);
    // The provider's money is no transfer of its buyer.
    expect((await shop.today()).payers).toEqual(payers);
    const back = await shop.change(`${id}/refunds`, {}, 'POST');
    expect(detailed(back)).toMatchObject({
      ...{ balance: total, payments: [{ amount: half }, { amount: rest }] },
      refunds: [
        { amount: rest, how: 'online' },
        { amount: half, how: 'online' },
      ],
    });
    expect(shop.double.heldFor(id)).toBe(0);
  });

  testAbove('give back by the provider what it holds, and the rest by hand', async () => {
    const { id, half, rest } = await place();
    await add(id, half);
    await approve(await begin(id));
    await shop.setStatus(id, 'cancelled');
    const asked = (await shop.today()).refunds.find((order) => order.id === id);
    const account = `devolver ${formatPesos(half)}. ¿A qué cuenta`;
    expect(decodeURIComponent(asked?.whatsappUrl ?? '')).toContain(account);
    const mailed = await readMailedOrder(shop.shop.context, { orderId: id });
    expect(mailed?.refundableOnline).toBe(rest);
    const online = detailed(await shop.change(`${id}/refunds`, {}, 'POST'));
    expect(online.refunds).toMatchObject([
      { amount: half, reason: 'cancelled', doneOn: null },
      { amount: rest, how: 'online' },
    ]);
    const all = detailed(await shop.change(`${id}/refunds`, {}, 'POST'));
    expect(all.refunds.map(({ how }) => how)).toEqual(['online', 'transfer']);
    expect(refused(await shop.change(`${id}/refunds`, {}, 'POST'))).toBe('409 refund_too_large');
  });
});
