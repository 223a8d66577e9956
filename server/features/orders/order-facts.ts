import type { Selectable } from 'kysely';
import type { AuditChange } from '#contract/audit.ts';
import { dueOn } from '#domain/business-days.ts';
import { mapKeys } from '#domain/keys.ts';
import {
  MARKS,
  type Mark,
  type OrderFacts,
  stageOf,
  startOf,
  statusOf,
} from '#domain/order-stage.ts';
import type { Closure } from '#domain/promise.ts';
import type { Context } from '#server/context.ts';
import type { FactColumns, MarkColumns, OrdersTable } from '#server/db/tables/orders.ts';

type OrderRow = Selectable<OrdersTable>;
type FactRow = Selectable<FactColumns>;

export const NO_MARKS = {
  printed_at: null,
  packed_at: null,
  dispatched_at: null,
} as const satisfies Selectable<MarkColumns>;

/** An order to which nothing has happened since it was placed. */
export const NO_FACTS = {
  ...NO_MARKS,
  paid_on: null,
  due_on: null,
  arrives_by: null,
  proof_state: null,
  proof_at: null,
  status_set: null,
  status_set_at: null,
  started_at: null,
  deleted_at: null,
} as const satisfies Partial<FactRow>;

export function factsOf(order: FactRow): OrderFacts {
  const { proof_state: state, proof_at, status_set: status, status_set_at } = order;
  return {
    createdAt: order.created_at,
    paidOn: order.paid_on,
    dueOn: order.due_on,
    arrivesBy: order.arrives_by,
    proof: state === null || proof_at === null ? null : { state, at: proof_at },
    marks: mapKeys(MARKS, (mark) => order[markColumn(mark)]),
    setByHand: status === null || status_set_at === null ? null : { status, at: status_set_at },
    startedAt: order.started_at,
    deletedAt: order.deleted_at,
  };
}

export function markColumn<Name extends Mark>(mark: Name): `${Name}_at` {
  return `${mark}_at`;
}

/** Returns the columns that follow from an order's facts. */
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

/** Returns what the audit trail tells of the status that an order has once it changes. */
export function statusChange(order: OrderRow, set: Partial<OrderRow>): AuditChange[] {
  const to = statusOf(factsOf({ ...order, ...set }));
  return order.status === to ? [] : [{ field: 'status', from: order.status, to }];
}

/** Returns the days of the promise once an order is paid on a day: they count from that one. */
export function promiseColumns(
  before: OrderRow,
  paid_on: string | null,
  closures: Closure[],
): Pick<OrderRow, 'due_on' | 'arrives_by'> {
  if (paid_on === before.paid_on) return { due_on: before.due_on, arrives_by: before.arrives_by };
  const within = (minDays: number) => dueOn(paid_on, { minDays, closures });
  return { due_on: within(before.promise_min_days), arrives_by: within(before.promise_max_days) };
}
