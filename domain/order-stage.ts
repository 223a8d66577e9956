import { dayOf } from './dates.ts';
import { keysOf } from './keys.ts';
import { isCompleted, isNew, isUnderWay, isVoid, NEW_STATUS, type OrderStatus } from './orders.ts';
import { lacksApproval, type ProofMode, type ProofState } from './proofs.ts';

/** What is noted of an order by one click: its texts for one and for several, and its papers. */
type ActFacts = { label: string; many: string; papers: 'sheet' | 'parcel' | null };

/** What is noted of an order's making; the column of a mark's time is `<mark>_at`. */
export const MARKS = {
  printed: { label: 'Impreso', many: 'impresos', papers: 'sheet' },
  packed: { label: 'Empacado', many: 'empacados', papers: 'parcel' },
  dispatched: { label: 'Despachado', many: 'despachados', papers: 'parcel' },
} as const satisfies Record<string, ActFacts>;
export type Mark = keyof typeof MARKS;

export const ACTS = {
  paid: { label: 'Pagado', many: 'pagados', papers: null },
  ...MARKS,
} as const satisfies Record<string, ActFacts>;
export type Act = keyof typeof ACTS;

/** Whether the buyer picks an order up; else it is sent. */
type Receiving = { isPickedUp: boolean };
const SENT: Receiving = { isPickedUp: false };

/** What the same acts are called of an order that is picked up: it is ready, then handed over. */
const PICKUP_ACTS: Readonly<Partial<Record<Act, Pick<ActFacts, 'label' | 'many'>>>> = {
  packed: { label: 'Listo para retirar', many: 'listos para retirar' },
  dispatched: { label: 'Entregado', many: 'entregados' },
};

/** Returns what an act is called, of one order and of several. */
export function actTexts(act: Act, { isPickedUp }: Receiving): Pick<ActFacts, 'label' | 'many'> {
  return (isPickedUp ? PICKUP_ACTS[act] : null) ?? ACTS[act];
}

/** What an order waits for, in the order in which things are done, and the act that ends it. */
export const STAGES = {
  cancellation: { label: 'Piden cancelar', slug: 'cancelacion', act: null },
  incomplete: { label: 'Sin imágenes', slug: 'sin-imagenes', act: null },
  payment: { label: 'Por pagar', slug: 'pago', act: 'paid' },
  picture: { label: 'Esperan imagen', slug: 'imagen', act: null },
  proof: { label: 'Por aprobar', slug: 'prueba', act: null },
  print: { label: 'Por imprimir', slug: 'impresion', act: 'printed' },
  pack: { label: 'Por empacar', slug: 'empaque', act: 'packed' },
  dispatch: { label: 'Por despachar', slug: 'despacho', act: 'dispatched' },
} as const satisfies Record<string, { label: string; slug: string; act: Act | null }>;
export type Stage = keyof typeof STAGES;
/** The stages that a mark ends. */
export type MarkedStage = {
  [Each in Stage]: (typeof STAGES)[Each]['act'] extends Mark ? Each : never;
}[Stage];

/** When each mark was set; null: it is not. */
type Marks = Readonly<Record<Mark, number | null>>;

/**
 * What has happened to an order, which all else follows from. Times in milliseconds since 1970, days
 * such as `2026-03-09`; null: it has not happened, or was taken back.
 */
export type OrderFacts = {
  createdAt: number;
  /** Its pins in all; 0: the shop opened it, and its buyer has not sent the pictures yet. */
  pins: number;
  paidOn: string | null;
  /** The days between which it was promised at the door, known once it is paid. */
  dueOn: string | null;
  arrivesBy: string | null;
  /** Its latest proof. */
  proof: { state: ProofState; at: number } | null;
  marks: Marks;
  /** The status that an admin set last; marks from then on may change it. */
  setByHand: { status: OrderStatus; at: number } | null;
  /** Since when it is being made. */
  startedAt: number | null;
  /** Since when its buyer asks to cancel it; null: not, or the shop has answered. */
  cancelRequestedAt: number | null;
  /** Since when the shop waits for other pictures from its buyer; null: it does not. */
  pictureRequestedAt: number | null;
  /** Pins of it that are made or sent once more after it left, the last time; null: none were. */
  reprint: { at: number; marks: Marks } | null;
  /** When it went into the bin. */
  deletedAt: number | null;
};

type StatusFacts = Pick<OrderFacts, 'marks' | 'setByHand'>;

/** Returns the status: 'dispatched' completes an order, another mark begins it. */
export function statusOf({ marks, setByHand }: StatusFacts): OrderStatus {
  const { status, at } = setByHand ?? { status: NEW_STATUS, at: 0 };
  const counts = (mark: Mark) => {
    const time = marks[mark];
    return time !== null && time >= at;
  };
  if (!isUnderWay(status)) return status;
  if (counts('dispatched')) return 'completed';
  return isNew(status) && keysOf(MARKS).some(counts) ? 'processing' : status;
}

/**
 * Returns the first thing that an order lacks, or its reprint; null: dispatched, completed, cancelled or
 * deleted.
 */
export function stageOf(order: OrderFacts, proofMode: ProofMode): Stage | null {
  if (order.deletedAt !== null) return null;
  if (isReprinting(order)) return stageOfRound(order.reprint.marks);
  if (order.marks.dispatched !== null || !isUnderWay(statusOf(order))) return null;
  return keysOf(STAGES).find((stage) => !isDone(order, stage, proofMode)) ?? null;
}

type Reprinted = { reprint: NonNullable<OrderFacts['reprint']> };

/** Returns true while pins of an order that had left are made once more; a cancelled one has none made. */
export function isReprinting<Facts extends Pick<OrderFacts, 'marks' | 'setByHand' | 'reprint'>>(
  order: Facts,
): order is Facts & Reprinted {
  return (
    order.reprint !== null && order.reprint.marks.dispatched === null && !isVoid(statusOf(order))
  );
}

function stageOfRound(marks: Marks): Stage | null {
  const isMark = (act: Act | null): act is Mark => act !== null && !isPayment(act);
  return (
    keysOf(STAGES).find((stage) => {
      const { act } = STAGES[stage];
      return isMark(act) && marks[act] === null;
    }) ?? null
  );
}

/** Returns when an order or its reprint last left; null: it has not, or is cancelled or deleted. */
export function lastSentAt(order: OrderFacts): number | null {
  return hasLeft(order) ? sentAt(order) : null;
}

function sentAt(order: OrderFacts): number | null {
  const { marks, setByHand, reprint } = order;
  const byHand = setByHand && isCompleted(statusOf(order)) ? setByHand.at : null;
  const first = marks.dispatched ?? byHand;
  return first === null ? null : (reprint?.marks.dispatched ?? first);
}

/** Returns true for an order that has left, of which nothing is being made once more. */
export function canReprint(order: OrderFacts): boolean {
  return hasLeft(order) && !isReprinting(order);
}

function hasLeft(order: OrderFacts): boolean {
  return order.deletedAt === null && !isVoid(statusOf(order)) && sentAt(order) !== null;
}

function isDone(order: OrderFacts, stage: Stage, proofMode: ProofMode): boolean {
  if (stage === 'cancellation') return order.cancelRequestedAt === null;
  if (stage === 'incomplete') return order.pins > 0;
  if (stage === 'picture') return order.pictureRequestedAt === null || order.marks.printed !== null;
  if (stage === 'proof') return !lacksApproval(proofMode, order.proof?.state ?? null);
  const { act } = STAGES[stage];
  return act === 'paid' ? order.paidOn !== null : order.marks[act] !== null;
}

/** Returns true while nothing is done for an order until its buyer's request to cancel is answered. */
export function asksToCancel(stage: Stage | null): boolean {
  return stage === 'cancellation';
}

/** Returns true for what is nearly always empty: a board without room shows it when it is not. */
export function isRare(stage: Stage): boolean {
  return stage === 'cancellation' || stage === 'incomplete' || stage === 'picture';
}

/** Returns true while an order that the shop opened has no pictures yet. */
export function isIncomplete(stage: Stage | null): boolean {
  return stage === 'incomplete';
}

/** Returns true while the shop waits for another picture. */
export function waitsForPicture(stage: Stage | null): boolean {
  return stage === 'picture';
}

/** Returns true while an order lacks an approval that was asked for or has to be. */
export function isUnapproved(stage: Stage | null, proof: ProofState | null): boolean {
  return stage !== null && (stage === 'proof' || lacksApproval('ask', proof));
}

/** Returns since when an order is being made, by a mark or by its status; null: it is not. */
export function startOf(order: OrderFacts, now: number): number | null {
  const status = statusOf(order);
  const isStarted = isMarked(order) || !(isNew(status) || isVoid(status));
  return isStarted ? (order.startedAt ?? now) : null;
}

function isMarked({ marks }: OrderFacts): boolean {
  return keysOf(MARKS).some((mark) => marks[mark] !== null);
}

/** What a buyer has shown or done to pay an order, before it is paid. */
type PaySigns = {
  hasReceipt: boolean;
  /** It may be paid online already, which only the provider knows. */
  isBeingConfirmed: boolean;
};

/**
 * Returns what becomes of an order whose buyer cancels it now: what nobody has paid or shown a receipt
 * for is cancelled at once, the rest is for the shop to answer.
 */
export function cancelOutcome(
  order: OrderFacts,
  { hasReceipt, isBeingConfirmed }: PaySigns,
): 'cancelled' | 'requested' | 'ended' | 'under_way' | 'confirming' {
  const status = statusOf(order);
  const isOver = isVoid(status) || (!isUnderWay(status) && !isMarked(order));
  if (isOver) return 'ended';
  if (startOf(order, order.createdAt) !== null) return 'under_way';
  if (order.paidOn !== null || hasReceipt) return 'requested';
  return isBeingConfirmed ? 'confirming' : 'cancelled';
}

export function canCancel(order: OrderFacts, signs: PaySigns): boolean {
  return ['cancelled', 'requested'].includes(cancelOutcome(order, signs));
}

/** Returns the time of a mark that is set now; it counts after the status that was set by hand. */
export function markTime({ setByHand }: OrderFacts, now: number): number {
  return Math.max(now, setByHand?.at ?? now);
}

/** Returns the time of a status that is set now by hand: later than every mark, so it wins. */
export function statusTime({ marks }: OrderFacts, now: number): number {
  return Math.max(now, ...keysOf(MARKS).map((mark) => (marks[mark] ?? now - 1) + 1));
}

/** Returns the mark before an act on the board; null before the first. */
export function markBefore(act: Act): Mark | null {
  return act === 'paid' ? null : (keysOf(MARKS)[keysOf(MARKS).indexOf(act) - 1] ?? null);
}

/** Returns true for the act by which a parcel leaves: it has a courier, and the buyer is mailed. */
export function sendsParcel(act: Act | null, { isPickedUp } = SENT): boolean {
  return act === 'dispatched' && !isPickedUp;
}

/** Returns what the buyer is mailed of an act: that it can be picked up, or that it left. */
export function newsOf(act: Act, { isPickedUp }: Receiving): 'ready' | 'left' | null {
  if (act === 'dispatched') return 'left';
  return isPickedUp && act === 'packed' ? 'ready' : null;
}

/** Returns true for what is ready and waits for its buyer. */
export function awaitsPickup(stage: Stage | null, { isPickedUp }: Receiving): boolean {
  return isPickedUp && stage === 'dispatch';
}

export function stageLabel(stage: Stage, order: Receiving): string {
  return awaitsPickup(stage, order) ? 'Por retirar' : STAGES[stage].label;
}

/** Returns true for the mark behind which nothing is to be done. */
export function isLast(mark: Mark): boolean {
  return mark === keysOf(MARKS).at(-1);
}

/** Returns true for the one act that is no mark. */
export function isPayment(act: Act): act is Exclude<Act, Mark> {
  return act === 'paid';
}

type StepFacts = { isDone: boolean; on: string | null };
type ReadStep = (order: OrderFacts, stage: Stage | null, how: Receiving) => StepFacts | null;

/** What a buyer sees of an order's way, in this order; null where the order has no such step. */
const steps = {
  received: {
    label: 'Recibido',
    read: ({ createdAt }) => ({ isDone: true, on: dayOf(createdAt) }),
  },
  paid: { label: 'Pagado', read: ({ paidOn: on }) => ({ isDone: on !== null, on }) },
  proof: {
    label: 'Prueba',
    read: ({ proof }, stage) =>
      proof || stage === 'proof'
        ? { isDone: proof?.state === 'approved', on: proof && dayOf(proof.at) }
        : null,
  },
  production: {
    label: 'En producción',
    read: (order) => ({
      isDone: order.startedAt !== null || isCompleted(statusOf(order)),
      on: maybeDay(order.startedAt),
    }),
  },
  ready: {
    label: 'Listo para retirar',
    read: (order, _, { isPickedUp }) => {
      const { packed } = order.marks;
      const isDone = packed !== null || isCompleted(statusOf(order));
      return isPickedUp ? { isDone, on: maybeDay(packed) } : null;
    },
  },
  dispatched: {
    label: 'Despachado',
    read: (order) => {
      const { marks, setByHand } = order;
      const isDone = marks.dispatched !== null || isCompleted(statusOf(order));
      return { isDone, on: maybeDay(isDone ? (marks.dispatched ?? setByHand?.at) : null) };
    },
  },
} as const satisfies Record<string, { label: string; read: ReadStep }>;
export type OrderStep = keyof typeof steps;
export const ORDER_STEPS = keysOf(steps);

/** A step, whether it is behind the order, and its day where it is known. */
export type StepState = StepFacts & { step: OrderStep };

/** What is picked up is not sent: it is handed over. */
export function stepLabel(step: OrderStep, order: Receiving): string {
  return step === 'dispatched' ? actTexts(step, order).label : steps[step].label;
}

/** Returns an order's steps; if it was cancelled, those that were done. */
export function listSteps(order: OrderFacts, stage: Stage | null, how = SENT): StepState[] {
  const all = ORDER_STEPS.flatMap((step) => {
    const read: ReadStep = steps[step].read;
    const state = read(order, stage, how);
    return state ? [{ step, ...state }] : [];
  });
  return isVoid(statusOf(order)) ? all.filter(({ isDone }) => isDone) : all;
}

export function isStepDone(all: readonly StepState[], step: OrderStep): boolean {
  return all.some((each) => each.step === step && each.isDone);
}

function maybeDay(time: number | null | undefined): string | null {
  return time == null ? null : dayOf(time);
}
