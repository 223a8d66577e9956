import type { Selectable } from 'kysely';
import type { Order } from '#contract/orders.ts';
import { listSteps, type OrderFacts, promiseOf } from '#domain/progress.ts';
import type { OrdersTable } from '../../db/types.ts';

type OrderRow = Selectable<OrdersTable>;

export function presentProgress(order: OrderRow): Order['progress'] {
  const facts = factsOf(order);
  return {
    steps: listSteps(facts),
    proof: order.proof_state,
    promise: promiseOf(facts),
    courier: order.courier,
    trackingNumber: order.tracking_number,
  };
}

function factsOf(order: OrderRow): OrderFacts {
  const { proof_state: state, proof_at: at } = order;
  return {
    status: order.status,
    createdAt: order.created_at,
    paidOn: order.paid_on,
    dueOn: order.due_on,
    arrivesBy: order.arrives_by,
    proof: state === null || at === null ? null : { state, at },
    waitsFor: order.waits_for,
    startedAt: order.started_at,
    dispatchedAt: order.dispatched_at,
    completedAt: order.completed_at,
  };
}
