import { dayOf } from '#domain/base/dates.ts';
import { keysOf } from '#domain/base/keys.ts';
import { lacksApproval, type ProofMode, type ProofState } from '#domain/production/proofs.ts';
import {
  isCompleted,
  isEnded,
  isNew,
  isStarted,
  isUnderWay,
  isVoid,
  NEW_STATUS,
  type OrderStatus,
} from './status.ts';

/** Texts of an act, for one order and for several, and what is printed for it. */
type ActFacts = { label: string; many: string; papers: 'sheet' | 'parcel' | null };

/** The marks of an order's production; a mark's time is in the column `<mark>_at`. */
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

/** Whether the buyer picks the order up; otherwise it is sent. */
type Receiving = { isPickedUp: boolean };
const SENT: Receiving = { isPickedUp: false };

/** Texts of the acts for an order that is picked up: it is ready, then handed over. */
const PICKUP_ACTS: Readonly<Partial<Record<Act, Pick<ActFacts, 'label' | 'many'>>>> = {
  packed: { label: 'Listo para retirar', many: 'listos para retirar' },
  dispatched: { label: 'Entregado', many: 'entregados' },
};

/** Returns the texts of an act, for one order and for several. */
export function actTexts(act: Act, { isPickedUp }: Receiving): Pick<ActFacts, 'label' | 'many'> {
  return (isPickedUp ? PICKUP_ACTS[act] : null) ?? ACTS[act];
}

/** The stages of an order, in the order of the work, each with the act that ends it. */
export const STAGES = {
  cancellation: { label: 'Piden cancelar', slug: 'cancelacion', act: null },
  incomplete: { label: 'Sin imágenes', slug: 'sin-imagenes', act: null },
  payment: { label: 'Por pagar', slug: 'pago', act: 'paid' },
  picture: { label: 'Esperan imagen', slug: 'imagen', act: null },
  proof: { label: 'Por aprobar', slug: 'prueba', act: null },
  print: { label: 'Por imprimir', slug: 'impresion', act: 'printed' },
  pack: { label: 'Por empacar', slug: 'empaque', act: 'packed' },
  balance: { label: 'Falta el saldo', slug: 'saldo', act: 'paid' },
  dispatch: { label: 'Por despachar', slug: 'despacho', act: 'dispatched' },
} as const satisfies Record<string, { label: string; slug: string; act: Act | null }>;
export type Stage = keyof typeof STAGES;
/** The stages that a mark ends. */
export type MarkedStage = {
  [Each in Stage]: (typeof STAGES)[Each]['act'] extends Mark ? Each : never;
}[Stage];

/** The time at which each mark was set; null: not set. */
type Marks = Readonly<Record<Mark, number | null>>;

/**
 * The events of an order, from which its status, stage and steps follow. Times in milliseconds
 * since 1970, days such as `2026-03-09`; null: it has not happened, or was undone.
 */
export type OrderFacts = {
  createdAt: number;
  /** Number of its pins; 0: the shop opened the order and its buyer has sent no pictures yet. */
  pins: number;
  paidOn: string | null;
  /** The day on which its deposit was complete; left out: none is asked for. */
  depositOn?: string | null | undefined;
  /** What is missing of its total, in pesos. */
  amountDue: number;
  /** All that was paid went back, and the order costs something. */
  isRefunded: boolean;
  /** The day on which it must leave, and the last on which it may arrive; null until it is paid. */
  dueOn: string | null;
  arrivesBy: string | null;
  /** Its latest proof. */
  proof: { state: ProofState; at: number } | null;
  marks: Marks;
  /** The status that an admin set last; only marks set since then may change it. */
  setByHand: { status: OrderStatus; at: number } | null;
  /** When its production started. */
  startedAt: number | null;
  /** When its buyer asked to cancel it; null: no open request. */
  cancelRequestedAt: number | null;
  /** When the shop asked its buyer for other pictures; null: no open request. */
  pictureRequestedAt: number | null;
  /** The latest reprint: pins made or sent again after the order left; null: none. */
  reprint: { at: number; marks: Marks } | null;
  /** When it was moved to the bin. */
  deletedAt: number | null;
};

type StatusFacts = Pick<OrderFacts, 'marks' | 'setByHand'>;

/** Returns the status: 'dispatched' completes an order, any other mark starts it ('processing'). */
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
 * Returns the first stage that is not done, or the stage of its reprint; null: dispatched,
 * completed, cancelled, called off or deleted.
 */
export function stageOf(order: OrderFacts, proofMode: ProofMode): Stage | null {
  if (order.deletedAt !== null) return null;
  if (isReprinting(order)) return stageOfRound(order.reprint.marks);
  if (isCalledOff(order) && order.cancelRequestedAt === null) return null;
  if (order.marks.dispatched !== null || !isUnderWay(statusOf(order))) return null;
  return keysOf(STAGES).find((stage) => !isDone(order, stage, proofMode)) ?? null;
}

type PaidFacts = Pick<OrderFacts, 'paidOn' | 'depositOn'>;

/**
 * Returns true if all the money of a paid order went back before anything was made: then nothing
 * will be. Once a mark is set, a refund changes only sums.
 */
export function isCalledOff(
  order: Pick<OrderFacts, 'isRefunded'> & PaidFacts & StatusFacts,
): boolean {
  const isMade = isMarked(order) || isCompleted(statusOf(order));
  return order.isRefunded && isPaid(order) && !isMade;
}

/** Returns true once the order, or the deposit that is asked for first, was paid. */
function isPaid({ paidOn, depositOn }: PaidFacts): boolean {
  return paidOn !== null || depositOn != null;
}

type Reprinted = { reprint: NonNullable<OrderFacts['reprint']> };

/** Returns true while a reprint has not left; false for a cancelled order. */
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

/** Returns when an order or its latest reprint left; null: not yet, or cancelled or deleted. */
export function lastSentAt(order: OrderFacts): number | null {
  return hasLeft(order) ? sentAt(order) : null;
}

function sentAt(order: OrderFacts): number | null {
  const { marks, setByHand, reprint } = order;
  const byHand = setByHand && isCompleted(statusOf(order)) ? setByHand.at : null;
  const first = marks.dispatched ?? byHand;
  return first === null ? null : (reprint?.marks.dispatched ?? first);
}

/** Returns true if an order has left and no reprint of it is open. */
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
  if (stage === 'payment') return isPaid(order);
  if (stage === 'balance') return order.amountDue === 0;
  return order.marks[STAGES[stage].act] !== null;
}

/** Returns true while the order waits for an answer to its buyer's request to cancel it. */
export function asksToCancel(stage: Stage | null): boolean {
  return stage === 'cancellation';
}

const RARE: readonly Stage[] = ['cancellation', 'incomplete', 'picture', 'balance'];

/** Returns true for stages that are nearly always empty: a narrow board hides them while empty. */
export function isRare(stage: Stage): boolean {
  return RARE.includes(stage);
}

/** Returns true while an order that the shop opened has no pictures yet. */
export function isIncomplete(stage: Stage | null): boolean {
  return stage === 'incomplete';
}

/** Returns true while the order waits for its payment, its deposit or its balance. */
export function awaitsPayment(stage: Stage | null): boolean {
  return stage !== null && STAGES[stage].act === 'paid';
}

/** Returns true while the shop waits for another picture. */
export function waitsForPicture(stage: Stage | null): boolean {
  return stage === 'picture';
}

/** Returns true while an approval is missing that the shop asked for or requires. */
export function isUnapproved(stage: Stage | null, proof: ProofState | null): boolean {
  return stage !== null && (stage === 'proof' || lacksApproval('ask', proof));
}

/** Returns when production started, by a mark or the status (`now` if unknown); null: not yet. */
export function startOf(order: OrderFacts, now: number): number | null {
  const status = statusOf(order);
  return isMarked(order) || isStarted(status) ? (order.startedAt ?? now) : null;
}

function isMarked({ marks }: Pick<OrderFacts, 'marks'>): boolean {
  return keysOf(MARKS).some((mark) => marks[mark] !== null);
}

/** Signs of a payment for an order that is not marked as paid. */
type PaySigns = {
  /** It has a receipt, or a part of it was paid. */
  mayHoldMoney: boolean;
  /** An online payment may have gone through; only the provider knows. */
  isBeingConfirmed: boolean;
};

/**
 * Returns what happens if the buyer cancels the order now: without a payment or a receipt it is
 * cancelled at once, also if all was given back; otherwise the shop has to answer.
 */
export function cancelOutcome(
  order: OrderFacts,
  { mayHoldMoney, isBeingConfirmed }: PaySigns,
): 'cancelled' | 'requested' | 'ended' | 'under_way' | 'confirming' {
  const status = statusOf(order);
  const isOver = isVoid(status) || (isEnded(status) && !isMarked(order));
  if (isOver) return 'ended';
  if (startOf(order, order.createdAt) !== null) return 'under_way';
  const holdsMoney = (order.paidOn !== null || mayHoldMoney) && !order.isRefunded;
  if (holdsMoney) return 'requested';
  return isBeingConfirmed ? 'confirming' : 'cancelled';
}

export function canCancel(order: OrderFacts, signs: PaySigns): boolean {
  return ['cancelled', 'requested'].includes(cancelOutcome(order, signs));
}

/** Returns the time of a mark set now: never before the status set by hand, so that it counts. */
export function markTime({ setByHand }: OrderFacts, now: number): number {
  return Math.max(now, setByHand?.at ?? now);
}

/** Returns the time of a status set by hand now: later than every mark, so that it wins. */
export function statusTime({ marks }: OrderFacts, now: number): number {
  return Math.max(now, ...keysOf(MARKS).map((mark) => (marks[mark] ?? now - 1) + 1));
}

/** Returns the mark that comes before an act on the board; null for the first one. */
export function markBefore(act: Act): Mark | null {
  return act === 'paid' ? null : (keysOf(MARKS)[keysOf(MARKS).indexOf(act) - 1] ?? null);
}

/** Returns true for the act by which a parcel leaves: it needs a courier. */
export function sendsParcel(act: Act | null, { isPickedUp } = SENT): boolean {
  return act === 'dispatched' && !isPickedUp;
}

/** Returns which mail an act sends to the buyer: that the order is ready, or that it left. */
export function newsOf(act: Act, { isPickedUp }: Receiving): 'ready' | 'left' | null {
  if (act === 'dispatched') return 'left';
  return isPickedUp && act === 'packed' ? 'ready' : null;
}

/** Returns true while an order is ready and its buyer has not picked it up. */
export function awaitsPickup(stage: Stage | null, { isPickedUp }: Receiving): boolean {
  return isPickedUp && stage === 'dispatch';
}

export function stageLabel(stage: Stage, order: Receiving): string {
  return awaitsPickup(stage, order) ? 'Por retirar' : STAGES[stage].label;
}

/** Returns true for the mark that ends the work. */
export function isLast(mark: Mark): boolean {
  return mark === keysOf(MARKS).at(-1);
}

/** Returns true for the only act that is not a mark. */
export function isPayment(act: Act): act is Exclude<Act, Mark> {
  return act === 'paid';
}

type StepFacts = { isDone: boolean; on: string | null };
type ReadStep = (order: OrderFacts, stage: Stage | null, how: Receiving) => StepFacts | null;

/** The steps of an order that its buyer sees, in this order; null: this order has no such step. */
const steps = {
  received: {
    label: 'Recibido',
    read: ({ createdAt }) => ({ isDone: true, on: dayOf(createdAt) }),
  },
  deposit: {
    label: 'Abonado',
    read: ({ depositOn: on }) => (on === undefined ? null : { isDone: on !== null, on }),
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

/** A step, whether it is done, and its day if known. */
export type StepState = StepFacts & { step: OrderStep };

/** Returns the label of a step; an order that is picked up is handed over, not sent. */
export function stepLabel(step: OrderStep, order: Receiving): string {
  return step === 'dispatched' ? actTexts(step, order).label : steps[step].label;
}

/** Returns an order's steps; for a cancelled one only those that were done. */
export function listSteps(order: OrderFacts, stage: Stage | null, how = SENT): StepState[] {
  const all = ORDER_STEPS.flatMap((step) => {
    const read: ReadStep = steps[step].read;
    const state = read(order, stage, how);
    return state ? [{ step, ...state }] : [];
  });
  const sorted = order.depositOn === undefined ? all : withPaidLast(all);
  return isVoid(statusOf(order)) ? sorted.filter(({ isDone }) => isDone) : sorted;
}

/** After a deposit the rest is paid before the order leaves. */
function withPaidLast(all: readonly StepState[]): StepState[] {
  const others = all.filter(({ step }) => step !== 'paid');
  return others.toSpliced(-1, 0, ...all.filter(({ step }) => step === 'paid'));
}

/** Returns the step that an order has reached; null: none, which no order is. */
export function reachedStep(all: readonly StepState[]): OrderStep | null {
  return all.findLast(({ isDone }) => isDone)?.step ?? null;
}

export function isStepDone(all: readonly StepState[], step: OrderStep): boolean {
  return all.some((each) => each.step === step && each.isDone);
}

function maybeDay(time: number | null | undefined): string | null {
  return time == null ? null : dayOf(time);
}
