/** Whether buyers approve a proof before printing: never, when the shop asks, always. */
export const PROOF_MODES = ['off', 'ask', 'always'] as const;
export type ProofMode = (typeof PROOF_MODES)[number];

/** A proof waits for an answer, has one, is void by a change of its pins, or was replaced. */
export const PROOF_STATES = ['open', 'changes', 'approved', 'void', 'replaced'] as const;
export type ProofState = (typeof PROOF_STATES)[number];

const labels: Readonly<Record<ProofState, string>> = {
  open: 'sin respuesta',
  changes: 'con cambios pedidos',
  approved: 'aprobada',
  void: 'anulada por un cambio',
  replaced: 'reemplazada',
};

/** @returns the state in Spanish; an unknown one comes back as it is */
export function proofLabel(state: string): string {
  const known = PROOF_STATES.find((each) => each === state);
  return known ? labels[known] : state;
}

const DAY_MS = 86_400_000;
/** Days for which a proof's link works. */
const PROOF_DAYS = 14;
const PROOF_MS = PROOF_DAYS * DAY_MS;
/** How long after it was sent an unanswered proof is brought back to mind. */
export const REMIND_AFTER_MS = 3 * DAY_MS;

/** What a proof's token begins with, and an order's never does. */
export const PROOF_TOKEN_PREFIX = 'prueba-';

export const PROOF_LIMITS = { words: 1000, remark: 300, givenBy: 120 } as const;

/** How long a buyer may take an answer back, in milliseconds, unless its pins are being printed. */
const UNDO_MS = 60_000;
/** How often the answers to one proof may be taken back. */
export const MAX_UNDOS = 5;

/** Returns how long an answer may still be taken back, in milliseconds; 0: no longer, or there is none. */
export function undoTimeLeft(answeredAt: number | null, now: number): number {
  return answeredAt === null ? 0 : Math.max(0, answeredAt + UNDO_MS - now);
}

/** What a buyer wants changed of one picture; `n` counts from 1. */
export type PinRemark = { n: number; words: string };

/** Returns what a buyer wants changed as one text, picture by picture; null: nothing was said. */
export function joinRemarks(remarks: readonly PinRemark[], words: string | null): string | null {
  const lines = remarks
    .toSorted((a, b) => a.n - b.n)
    .map((remark) => `Imagen ${remark.n}: ${remark.words}`);
  return [...lines, ...(words ? [words] : [])].join('\n') || null;
}

/** How an approval can reach the shop other than by the proof's link. */
export const APPROVAL_CHANNELS = ['phone', 'chat'] as const;
export type ApprovalChannel = (typeof APPROVAL_CHANNELS)[number];

export const CHANNEL_LABELS: Readonly<Record<ApprovalChannel, string>> = {
  phone: 'por teléfono',
  chat: 'por chat',
};

/** Returns true while printing has to wait for the buyer; `state` of the latest proof or null. */
export function lacksApproval(mode: ProofMode, state: ProofState | null): boolean {
  if (mode === 'off' || state === 'approved') return false;
  return mode === 'always' || state !== null;
}

/** Returns when a proof's link stops working; both in milliseconds since 1970. */
export function proofExpiry(sentAt: number): number {
  return sentAt + PROOF_MS;
}
