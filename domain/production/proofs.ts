import { DAY_MS } from '#domain/base/dates.ts';
import { UNDO_MS } from '#domain/base/undo.ts';

/** When buyers approve a proof before printing: never, when the shop asks for it, or always. */
export const PROOF_MODES = ['off', 'ask', 'always'] as const;
export type ProofMode = (typeof PROOF_MODES)[number];

/** A proof is open, answered, void because its pins changed, or replaced by a newer one. */
export const PROOF_STATES = ['open', 'changes', 'approved', 'void', 'replaced'] as const;
export type ProofState = (typeof PROOF_STATES)[number];

const labels: Readonly<Record<ProofState, string>> = {
  open: 'sin respuesta',
  changes: 'con cambios pedidos',
  approved: 'aprobada',
  void: 'anulada por un cambio',
  replaced: 'reemplazada',
};

/** Returns the state in Spanish; an unknown one is returned unchanged. */
export function proofLabel(state: string): string {
  const known = PROOF_STATES.find((each) => each === state);
  return known ? labels[known] : state;
}

/** Days for which a proof's link is valid. */
const PROOF_DAYS = 14;
const PROOF_MS = PROOF_DAYS * DAY_MS;
/** How long after sending an unanswered proof the buyer is reminded. */
export const REMIND_AFTER_MS = 3 * DAY_MS;

/** Prefix of proof tokens; an order's token never has it. */
export const PROOF_TOKEN_PREFIX = 'prueba-';

export const PROOF_LIMITS = { words: 1000, remark: 300, givenBy: 120 } as const;

/** How often the answers to one proof may be undone. */
export const MAX_UNDOS = 5;

/**
 * Returns how long a buyer may still undo an answer, in milliseconds, unless its pins are being
 * printed; 0: too late, or no answer.
 */
export function undoTimeLeft(answeredAt: number | null, now: number): number {
  return answeredAt === null ? 0 : Math.max(0, answeredAt + UNDO_MS - now);
}

/** A buyer's remark on one picture; `n` counts from 1. */
export type PinRemark = { n: number; words: string };

/** Returns all remarks as one text, picture by picture; null if there is none. */
export function joinRemarks(remarks: readonly PinRemark[], words: string | null): string | null {
  const lines = remarks
    .toSorted((a, b) => a.n - b.n)
    .map((remark) => `Imagen ${remark.n}: ${remark.words}`);
  return [...lines, ...(words ? [words] : [])].join('\n') || null;
}

/** Ways of approval other than the proof's link. */
export const APPROVAL_CHANNELS = ['phone', 'chat'] as const;
export type ApprovalChannel = (typeof APPROVAL_CHANNELS)[number];

export const CHANNEL_LABELS: Readonly<Record<ApprovalChannel, string>> = {
  phone: 'por teléfono',
  chat: 'por chat',
};

/** Returns true while printing has to wait for an approval; `state` of the latest proof or null. */
export function lacksApproval(mode: ProofMode, state: ProofState | null): boolean {
  if (mode === 'off' || state === 'approved') return false;
  return mode === 'always' || state !== null;
}

/** Returns when a proof's link expires; both in milliseconds since 1970. */
export function proofExpiry(sentAt: number): number {
  return sentAt + PROOF_MS;
}
