import type { Selectable } from 'kysely';
import { dueOn } from '#domain/business-days.ts';
import type { Closure } from '#domain/promise.ts';
import { lacksApproval, type ProofMode } from '#domain/proofs.ts';
import { MARKS, type Mark, type WaitsFor, waitsFor } from '#domain/workshop.ts';
import type { Context } from '../../context.ts';
import type { OrdersTable } from '../../db/types.ts';

type OrderRow = Selectable<OrdersTable>;

export const markColumns = {
  printed: 'printed_at',
  packed: 'packed_at',
  dispatched: 'dispatched_at',
} as const satisfies Record<Mark, keyof OrderRow>;

type Marked = Pick<OrderRow, (typeof markColumns)[Mark]>;
type Waiting = Marked & Pick<OrderRow, 'status' | 'paid_on' | 'deleted_at' | 'proof_state'>;
type Kept = Pick<OrderRow, 'waits_for' | 'due_on' | 'arrives_by' | 'started_at' | 'completed_at'>;

export function marksOf(order: Marked): Set<Mark> {
  return new Set(MARKS.filter((mark) => order[markColumns[mark]] !== null));
}

/** Returns what an order waits for, so that nothing has to look through all orders for it. */
export function waitOf(proofMode: ProofMode, order: Waiting): WaitsFor | null {
  if (order.deleted_at !== null) return null;
  const { status, paid_on, proof_state } = order;
  return waitsFor({
    status,
    isPaid: paid_on !== null,
    lacksApproval: lacksApproval(proofMode, proof_state),
    marks: marksOf(order),
  });
}

type Promised = Pick<OrderRow, 'paid_on' | 'promise_min_days' | 'promise_max_days'>;
type Changed = Waiting & {
  /** Days on which the shop is closed. */
  closures: Closure[];
};

/** What the workshop's columns become with `after`; days count from the payment, as promised. */
export function workshopColumns(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  before: Kept & Promised,
  after: Changed,
): Kept {
  const { status, paid_on, closures } = after;
  const isStarted = status === 'processing' || status === 'completed' || marksOf(after).size > 0;
  const isPaidAlike = paid_on === before.paid_on;
  const within = (minDays: number) => dueOn(paid_on, { minDays, closures });
  return {
    waits_for: waitOf(config.proof, after),
    due_on: isPaidAlike ? before.due_on : within(before.promise_min_days),
    arrives_by: isPaidAlike ? before.arrives_by : within(before.promise_max_days),
    started_at: isStarted ? (before.started_at ?? clock()) : null,
    completed_at: status === 'completed' ? (before.completed_at ?? clock()) : null,
  };
}
