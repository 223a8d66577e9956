import { expect } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { addDays } from '#domain/base/dates.ts';
import { isUnderWay, isVoid } from '#domain/orders/status.ts';
import { sumAmounts } from '#domain/payments/refunds.ts';
import type { Database } from '#server/db/database.ts';
import { type AdminShop, refused } from '#server/testing/admin-shop.ts';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { ACCOUNTS, CODES } from './actions.ts';
import { isCalledOff, PAY_DAYS, sumOf } from './model-money.ts';
import { asksForPicture, historyOf, isQuote, type Model, usesOf } from './model-order.ts';
import type { Cast } from './world.ts';

type Seen = Cast & Pick<AdminShop, 'ask'> & { db: Pick<Database, 'queries'> };

/** Expects that the shop's data agrees with the model. */
export async function expectSame(seen: Seen, model: Model): Promise<void> {
  expect(await findWrongSums(seen.db)).toEqual([]);
  const codes = await seen.ask('/discounts/');
  expect(refused(codes)).toBe('200 ok');
  for (const code of CODES) {
    const facts = { code, currentUses: usesOf(model, code), isActive: model.isActive[code] };
    expect(codes.body.discountCodes).toContainEqual(expect.objectContaining(facts));
  }
  const live = model.orders.filter((order) => !order.isDeleted && !isQuote(order));
  expect((await seen.ask('/orders/stats')).body.stats).toEqual({
    totalOrders: live.length,
    registeredUserOrders: live.filter(({ asGuest }) => !asGuest).length,
    guestOrders: live.filter(({ asGuest }) => asGuest).length,
    pendingOrders: live.filter(({ status }) => status === 'pending').length,
  });
  for (const account of ACCOUNTS) {
    const orders = await seen.history(account);
    const expected = historyOf(model, account).map((at) => {
      const order = model.orders[at];
      const { status = 'pending', complaint, hasOtherPicture } = order ?? {};
      const holdsNothing = order !== undefined && sumOf(order) === order.back;
      const isOpen = isUnderWay(status) && holdsNothing && !isCalledOff(order);
      const owes = isOpen && !order.isPaid && !order.hasReceipt;
      const placed = seen.placed[at];
      const shown = orders.find(({ id }) => id === placed?.id);
      return {
        ...placed,
        status,
        payBy: owes && order && placed?.payBy ? addDays(placed.payBy, laterBy(order)) : null,
        onlinePayment: shown?.onlinePayment,
        receipt: order?.hasReceipt ? expect.objectContaining({ type: 'application/pdf' }) : null,
        complaint: complaint ? expect.objectContaining({ isOpen: complaint.isOpen }) : null,
        // The answer to a change may have been lost: what it says is in the shop alone.
        ...(order?.isChanged && {
          items: shown?.items.map((item) => ({ ...item, quantity: order.quantity })),
          deliveryData: {
            ...placed?.deliveryData,
            pricing: expect.objectContaining({ totalAmount: order.total }),
          },
        }),
        // Other tests check which picture it is.
        ...(hasOtherPicture && { images: shown?.images, items: shown?.items }),
        // Both depend on business days, which the model does not have.
        progress: expect.objectContaining({ proof: order?.proof?.state ?? null }),
        arrival: shown?.arrival,
        canCancel: expect.any(Boolean),
        canChange: expect.any(Boolean),
        cancelRequested: order?.asksToCancel,
        picturesRequested: order !== undefined && asksForPicture(order),
        complainBy: shown?.complainBy,
        reprint: reprintOf(order),
        ...moneyOf(order, shown),
      };
    });
    expect(orders).toEqual(newestFirst(expected));
    const over = orders.filter(({ status }) => isVoid(status));
    expect(over.map(({ arrival }) => arrival)).toEqual(over.map(() => null));
    for (const at of historyOf(model, account)) {
      const id = seen.placed[at]?.id;
      const deliveryData = orders.find((each) => each.id === id)?.deliveryData;
      expect([id, deliveryData?.pricing.totalAmount]).toEqual([id, model.orders[at]?.total]);
    }
    const city = model.addresses[account];
    expect(await seen.address(account)).toEqual(city ? expect.objectContaining({ city }) : null);
  }
}

/** Returns by how many days an order's deadline was put off. */
function laterBy({ payBy, placedOn }: Model['orders'][number]): number {
  return payBy - placedOn - PAY_DAYS;
}

function newestFirst<Placed extends { createdAt?: string }>(orders: Placed[]): Placed[] {
  return orders.toSorted((one, other) =>
    (one.createdAt ?? '') < (other.createdAt ?? '') ? 1 : -1,
  );
}

function reprintOf(order: Model['orders'][number] | undefined) {
  if (!order?.reprint || isVoid(order.status)) return null;
  const isSent = order.reprint.marks.dispatched !== null;
  // All orders of the model are delivered to the door.
  return { isSent, isReady: false, isPrinted: false, parcel: null };
}

/** `findWrongSums` compares an order's figures with its refunds, also after the provider's. */
function moneyOf(
  order: Model['orders'][number] | undefined,
  shown:
    | Pick<Order, 'balance' | 'amountDue' | 'payment' | 'payments' | 'refunds' | 'deposit'>
    | undefined,
) {
  if (!order || order.refunds > 0) {
    const { balance, amountDue, payment, payments, refunds, deposit } = shown ?? {};
    return { balance, amountDue, payment, payments, refunds, deposit };
  }
  const { parts, online, status, total, isPaid, isChanged } = order;
  const ofAmount = (part: number) => expect.objectContaining({ amount: part });
  const sum = sumOf(order);
  const amount = Math.max(0, isVoid(status) ? sum : sum - total);
  const causes = ['overpaid', ...(isVoid(status) ? ['cancelled'] : [])];
  const mayCause = [...causes, ...(isChanged ? ['change'] : [])];
  return {
    balance: total - sum,
    amountDue: isVoid(status) ? 0 : Math.max(0, total - sum),
    deposit: order.deposit === null ? null : { amount: order.deposit, isPaid: order.isDeposited },
    // A dearer order may wait for more.
    payment: isPaid ? (isChanged ? shown?.payment : expect.objectContaining({})) : null,
    payments: online > 0 ? shown?.payments : parts.map(ofAmount),
    refunds: addUp(shown?.refunds ?? [], mayCause) === amount ? shown?.refunds : amount,
  };
}

/** Returns the sum of open refunds, one of each cause; null: one is not open, or has another cause. */
function addUp(refunds: Order['refunds'], mayCause: readonly string[]): number | null {
  const causes = new Set<string>(refunds.map(({ reason }) => reason));
  const isRight =
    causes.size === refunds.length && [...causes].every((each) => mayCause.includes(each));
  const areOpen = refunds.every(({ doneOn, how, dueOn }) => !doneOn && !how && dueOn);
  return isRight && areOpen ? sumAmounts(refunds) : null;
}
