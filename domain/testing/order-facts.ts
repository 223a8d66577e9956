import { mapKeys } from '#domain/base/keys.ts';
import { MARKS, type Mark, type OrderFacts } from '#domain/orders/order-stage.ts';
import type { OrderStatus } from '#domain/orders/status.ts';

export const at = (day: string) => Date.parse(`${day}T15:00:00Z`);
export const marks = (...all: Mark[]) => mapKeys(MARKS, (mark) => (all.includes(mark) ? 0 : null));
export const setByHand = (status: OrderStatus) => ({ status, at: 0 });
export const placed: OrderFacts = {
  createdAt: at('2026-03-05'),
  pins: 1,
  paidOn: null,
  amountDue: 0,
  isRefunded: false,
  dueOn: null,
  arrivesBy: null,
  proof: null,
  marks: marks(),
  setByHand: null,
  startedAt: null,
  cancelRequestedAt: null,
  pictureRequestedAt: null,
  reprint: null,
  deletedAt: null,
};
export const paid: OrderFacts = {
  ...placed,
  paidOn: '2026-03-06',
  dueOn: '2026-03-13',
  arrivesBy: '2026-03-17',
};
/** Its deposit was paid. */
export const half: OrderFacts = { ...placed, depositOn: '2026-03-06', amountDue: 9 };
