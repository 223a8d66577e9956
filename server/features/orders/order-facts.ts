import type { Selectable } from 'kysely';
import type { AuditChange } from '#contract/audit.ts';
import { dueOn } from '#domain/business-days.ts';
import { mapKeys } from '#domain/keys.ts';
import {
  isCalledOff,
  MARKS,
  type Mark,
  type OrderFacts,
  stageOf,
  startOf,
  statusOf,
} from '#domain/order-stage.ts';
import type { Closure } from '#domain/promise.ts';
import { isRefundedInFull, type Money } from '#domain/refunds.ts';
import { diff } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { FactColumns, MarkColumns, ReprintColumns } from '#server/db/tables/orders.ts';
import type { OrderRow } from './repo.ts';

type FactRow = Selectable<FactColumns>;

export const NO_MARKS = {
  printed_at: null,
  packed_at: null,
  dispatched_at: null,
} as const satisfies Selectable<MarkColumns>;

export const NO_REPRINT = {
  reprint_at: null,
  reprint_printed_at: null,
  reprint_packed_at: null,
  reprint_dispatched_at: null,
} as const satisfies Selectable<ReprintColumns>;

/** The facts of an order that was just placed. */
export const NO_FACTS = {
  ...NO_MARKS,
  ...NO_REPRINT,
  paid_on: null,
  paid_amount: 0,
  refunded_amount: 0,
  due_on: null,
  arrives_by: null,
  proof_state: null,
  proof_at: null,
  status_set: null,
  status_set_at: null,
  started_at: null,
  cancel_requested_at: null,
  picture_requested_at: null,
  deleted_at: null,
} as const satisfies Partial<FactRow>;

export function factsOf(order: FactRow): OrderFacts {
  const { proof_state: state, proof_at, status_set: status, status_set_at } = order;
  return {
    createdAt: order.created_at,
    pins: order.images_count,
    paidOn: order.paid_on,
    isRefunded: isRefundedInFull(moneyOf(order)),
    dueOn: order.due_on,
    arrivesBy: order.arrives_by,
    proof: state === null || proof_at === null ? null : { state, at: proof_at },
    marks: mapKeys(MARKS, (mark) => order[`${mark}_at`]),
    setByHand: status === null || status_set_at === null ? null : { status, at: status_set_at },
    startedAt: order.started_at,
    cancelRequestedAt: order.cancel_requested_at,
    pictureRequestedAt: order.picture_requested_at,
    reprint:
      order.reprint_at === null
        ? null
        : { at: order.reprint_at, marks: mapKeys(MARKS, (mark) => order[`reprint_${mark}_at`]) },
    deletedAt: order.deleted_at,
  };
}

/** Returns what came in for an order, and what of it went back. */
export function moneyOf(order: Pick<FactRow, 'paid_amount' | 'refunded_amount'>): Money {
  return { paid: order.paid_amount, refunded: order.refunded_amount };
}

/** Returns the column of a mark's time: the reprint's column once the order has a reprint. */
export function markColumn(
  { reprint_at }: Pick<FactRow, 'reprint_at'>,
  mark: Mark,
): `${Mark}_at` | `reprint_${Mark}_at` {
  return reprint_at === null ? `${mark}_at` : `reprint_${mark}_at`;
}

/** Returns the columns that are derived from an order's facts. */
export function stageColumns(
  { config, clock }: { config: Pick<Context['config'], 'proof'>; clock: () => number },
  order: FactRow,
): Pick<OrderRow, 'status' | 'waits_for' | 'started_at'> {
  const facts = factsOf(order);
  return {
    status: statusOf(facts),
    waits_for: stageOf(facts, config.proof),
    started_at: startOf(facts, clock()),
  };
}

/** Returns the audit entry for the status, if a change of the order's columns changes it. */
export function statusChange(order: OrderRow, set: Partial<OrderRow>): AuditChange[] {
  return diff('status', order.status, statusOf(factsOf({ ...order, ...set })));
}

/**
 * Returns the promised days of an order, which count from the day of its payment; null for one that
 * was called off.
 */
export function promiseColumns(
  before: OrderRow,
  after: OrderRow,
  closures: Closure[],
): Pick<OrderRow, 'due_on' | 'arrives_by'> {
  const { transport_days } = after;
  const promisedOn = promiseStart(after);
  const isPaidAsBefore = promisedOn === promiseStart(before);
  const travelsAsBefore = isPaidAsBefore && transport_days === before.transport_days;
  const within = (minDays: number) => dueOn(promisedOn, { minDays, closures });
  return {
    due_on: isPaidAsBefore ? before.due_on : within(before.promise_min_days),
    arrives_by: travelsAsBefore
      ? before.arrives_by
      : within(before.promise_max_days + transport_days),
  };
}

function promiseStart(order: OrderRow): string | null {
  return isCalledOff(factsOf(order)) ? null : order.paid_on;
}

/**
 * Updates the stages of the orders on the board at the start of the shop, because they depend on
 * the configuration: whether buyers approve a proof.
 * @returns how many orders changed their stage
 */
export async function updateStages(context: Context): Promise<number> {
  const { db } = context;
  return db.transaction(async (tx) => {
    const orders = await db
      .lockRows(
        tx.selectFrom('orders').selectAll().where('waits_for', 'is not', null).orderBy('id'),
      )
      .execute();
    let count = 0;
    for (const order of orders) {
      const columns = stageColumns(context, order);
      if (order.waits_for === columns.waits_for) continue;
      await tx.updateTable('orders').set(columns).where('id', '=', order.id).execute();
      count += 1;
    }
    return count;
  });
}
