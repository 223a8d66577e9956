import { isUnderWay, type OrderStatus } from './orders.ts';

export const MARKS = ['printed', 'packed', 'dispatched'] as const;
export type Mark = (typeof MARKS)[number];

export const MARK_LABELS: Readonly<Record<Mark, string>> = {
  printed: 'Impreso',
  packed: 'Empacado',
  dispatched: 'Despachado',
};

/** What an order can wait for, in the order in which things are done. */
export const WAITS = ['payment', 'proof', 'print', 'pack', 'dispatch'] as const;
export type WaitsFor = (typeof WAITS)[number];

/** The mark that ends each wait; null where no mark does. */
export const MARK_OF_WAIT: Readonly<Record<WaitsFor, Mark | null>> = {
  payment: null,
  proof: null,
  print: 'printed',
  pack: 'packed',
  dispatch: 'dispatched',
};

export type OrderProgress = {
  status: OrderStatus;
  isPaid: boolean;
  lacksApproval: boolean;
  marks: ReadonlySet<Mark>;
};

/** Returns the first thing that an order lacks; null: dispatched, completed or cancelled. */
export function waitsFor(order: OrderProgress): WaitsFor | null {
  const { status, isPaid, marks } = order;
  if (!isUnderWay(status) || marks.has('dispatched')) return null;
  if (!isPaid) return 'payment';
  if (order.lacksApproval) return 'proof';
  return (
    WAITS.find((wait) => {
      const mark = MARK_OF_WAIT[wait];
      return mark !== null && !marks.has(mark);
    }) ?? null
  );
}

/** An order's status and what it was before a mark changed it; null: none did, or not the last. */
export type MarkedStatus = {
  status: OrderStatus;
  /** Before the first mark said that the order is being made. */
  beforeStart: OrderStatus | null;
  beforeDispatch: OrderStatus | null;
};

/** Returns the status once the order has the mark: the first begins it, 'dispatched' completes it. */
export function markStatus(order: MarkedStatus, mark: Mark): MarkedStatus {
  const { status } = order;
  if (mark === 'dispatched') return { ...order, status: 'completed', beforeDispatch: status };
  if (status !== 'pending') return order;
  return { ...order, status: 'processing', beforeStart: status };
}

/**
 * Returns the status once the mark is taken back: what it was before the mark changed it, unless
 * somebody has changed it since. The order is being made for as long as one mark says so.
 * @param rest the marks that stay
 */
export function unmarkStatus(
  order: MarkedStatus,
  mark: Mark,
  rest: ReadonlySet<Mark>,
): MarkedStatus {
  const base = mark === 'dispatched' ? order.beforeDispatch : order.status;
  if (base === null || rest.has('dispatched')) return order;
  const { beforeStart } = order;
  if (beforeStart === null || rest.size > 0) {
    return { status: base, beforeStart, beforeDispatch: null };
  }
  return { status: beforeStart, beforeStart: null, beforeDispatch: null };
}
