/** The rows of the table `order_statuses`; a new one needs a migration that inserts it. */
export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * What a phase means. `isUnderWay`: the order waits on the board, its buyer is reminded.
 * `isStarted`: its buyer reads that production has started. `isEnded`: nothing will follow.
 */
type PhaseFacts = { isUnderWay: boolean; isStarted: boolean; isEnded: boolean };

const PHASES = {
  new: { isUnderWay: true, isStarted: false, isEnded: false },
  begun: { isUnderWay: true, isStarted: true, isEnded: false },
  done: { isUnderWay: false, isStarted: true, isEnded: true },
  void: { isUnderWay: false, isStarted: false, isEnded: true },
} as const satisfies Record<string, PhaseFacts>;
type Phase = keyof typeof PHASES;

const facts: Record<OrderStatus, { label: string; phase: Phase }> = {
  pending: { label: 'Pendiente', phase: 'new' },
  processing: { label: 'En Proceso', phase: 'begun' },
  completed: { label: 'Completado', phase: 'done' },
  cancelled: { label: 'Cancelado', phase: 'void' },
};

/** Returns true while the shop still has to make or send the order; false for an unknown status. */
export const isUnderWay = isIn((phase) => PHASES[phase].isUnderWay);
export const isStarted = isIn((phase) => PHASES[phase].isStarted);
export const isEnded = isIn((phase) => PHASES[phase].isEnded);
export const isNew = isIn((phase) => phase === 'new');
export const isCompleted = isIn((phase) => phase === 'done');
/** Returns true for a cancelled order: it is no sale and releases its use of a code. */
export const isVoid = isIn((phase) => phase === 'void');

/** The status of a new order. */
export const NEW_STATUS: OrderStatus = 'pending';
export const CANCELLED_STATUS: OrderStatus = 'cancelled';
export const ENDED_STATUSES = ORDER_STATUSES.filter(isEnded);
/** Orders with these statuses are no sales. */
export const VOID_STATUSES = ORDER_STATUSES.filter(isVoid);

function isIn(matches: (phase: Phase) => boolean): (status: string) => boolean {
  return (status) => {
    const known = readStatus(status);
    return known !== undefined && matches(facts[known].phase);
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
