import { dayOf } from './dates.ts';
import { isUnderWay, type OrderStatus } from './orders.ts';
import type { ProofState } from './proofs.ts';
import type { WaitsFor } from './workshop.ts';

/** What a buyer sees of an order's way, in this order; apart from the spec's four statuses. */
export const ORDER_STEPS = ['received', 'paid', 'proof', 'production', 'dispatched'] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

export const STEP_LABELS: Readonly<Record<OrderStep, string>> = {
  received: 'Recibido',
  paid: 'Pagado',
  proof: 'Prueba',
  production: 'En producción',
  dispatched: 'Despachado',
};

/** What is known of an order; times in milliseconds since 1970, days such as `2026-03-09`. */
export type OrderFacts = {
  status: OrderStatus;
  createdAt: number;
  paidOn: string | null;
  dueOn: string | null;
  arrivesBy: string | null;
  proof: { state: ProofState; at: number } | null;
  waitsFor: WaitsFor | null;
  startedAt: number | null;
  dispatchedAt: number | null;
  completedAt: number | null;
};

/** A step, whether it is behind the order, and its day where it is known. */
export type StepState = { step: OrderStep; isDone: boolean; on: string | null };

/** Returns an order's steps: the proof where it has or awaits one; if cancelled, what was done. */
export function listSteps(order: OrderFacts): StepState[] {
  const { status, proof } = order;
  const isCompleted = status === 'completed';
  const steps: StepState[] = [
    { step: 'received', isDone: true, on: dayOf(order.createdAt) },
    { step: 'paid', isDone: order.paidOn !== null, on: order.paidOn },
    ...(proof || order.waitsFor === 'proof'
      ? [
          {
            step: 'proof' as const,
            isDone: proof?.state === 'approved',
            on: proof && dayOf(proof.at),
          },
        ]
      : []),
    {
      step: 'production',
      isDone: isCompleted || order.startedAt !== null,
      on: maybeDay(order.startedAt),
    },
    {
      step: 'dispatched',
      isDone: isCompleted || order.dispatchedAt !== null,
      on: maybeDay(order.dispatchedAt ?? order.completedAt),
    },
  ];
  return status === 'cancelled' ? steps.filter(({ isDone }) => isDone) : steps;
}

/** Returns the days between which a parcel arrives; null until paid, and once it left or ended. */
export function promiseOf(order: OrderFacts): { from: string; to: string } | null {
  const { dueOn: from, arrivesBy: to } = order;
  if (from === null || to === null || order.dispatchedAt !== null || !isUnderWay(order.status))
    return null;
  return { from, to };
}

function maybeDay(time: number | null): string | null {
  return time === null ? null : dayOf(time);
}
