/** The rows of the table `order_statuses`; a new one needs a migration that inserts it. */
export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

type Phase = 'new' | 'begun' | 'done' | 'void';

const facts: Record<OrderStatus, { label: string; phase: Phase }> = {
  pending: { label: 'Pendiente', phase: 'new' },
  processing: { label: 'En Proceso', phase: 'begun' },
  completed: { label: 'Completado', phase: 'done' },
  cancelled: { label: 'Cancelado', phase: 'void' },
};

/**
 * Returns true while the shop still has to make or send the order: it waits on the board, and its
 * buyer is reminded. False for an unknown status, as all of these.
 */
export const isUnderWay = isIn('new', 'begun');
/** Returns true once its buyer reads that production has started. */
export const isStarted = isIn('begun', 'done');
/** Returns true when nothing will follow. */
export const isEnded = isIn('done', 'void');
export const isNew = isIn('new');
export const isCompleted = isIn('done');
/** Returns true for a cancelled order: it is no sale and releases its use of a code. */
export const isVoid = isIn('void');

/** The status of a new order. */
export const NEW_STATUS: OrderStatus = 'pending';
export const CANCELLED_STATUS: OrderStatus = 'cancelled';
export const ENDED_STATUSES = ORDER_STATUSES.filter(isEnded);
/** Orders with these statuses are no sales. */
export const VOID_STATUSES = ORDER_STATUSES.filter(isVoid);

function isIn(...phases: readonly Phase[]): (status: string) => boolean {
  return (status) => {
    const known = readStatus(status);
    return known !== undefined && phases.includes(facts[known].phase);
  };
}

/** Returns the status with this name; undefined for an unknown one. */
export function readStatus(text: unknown): OrderStatus | undefined {
  return ORDER_STATUSES.find((each) => each === text);
}

/** Returns the status in Spanish; an unknown one is returned unchanged. */
export function statusLabel(status: string): string {
  const known = readStatus(status);
  return known ? facts[known].label : status;
}
