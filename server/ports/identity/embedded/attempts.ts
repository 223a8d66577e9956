import type { Limit } from '#server/db/engine.ts';
import type { Limiter } from '#server/limits/limiter.ts';
import type { Limits } from '#server/limits/limits.ts';
import { STRANGER_MAILS } from '#server/limits/mail-limits.ts';
import { recipientKey } from '#server/limits/recipient-key.ts';

const MINUTE_S = 60;

/**
 * Chilean mobile networks put whole neighbourhoods behind one address, so what counts per client is
 * wide. Passwords: see password-attempts.ts.
 */
const byClient = {
  signUp: { name: 'sign_up', points: 200, seconds: 60 * MINUTE_S },
  /** Sign-ups that are told that the address has an account: docs/security.md says why they are. */
  takenEmail: { name: 'sign_up_taken', points: 20, seconds: 60 * MINUTE_S },
  link: { name: 'mail_link', points: 120, seconds: 60 * MINUTE_S },
  google: { name: 'google', points: 300, seconds: 60 * MINUTE_S },
} satisfies Record<string, Limit>;

/** Makes the limits per client of attempts that write or ask much. */
export function createAttempts(limits: Limits) {
  return {
    signUp: limits.byClient(byClient.signUp),
    takenEmail: limits.byClient(byClient.takenEmail),
    link: limits.byClient(byClient.link),
    google: limits.byClient(byClient.google),
  };
}

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * Runs what counts only when its result is `counted`; over the limit nothing runs, so that the
 * refusal tells nothing of what the result would have been.
 * @throws ShopError `too_many_requests`
 */
export async function countIf<T>(
  limiter: Limiter,
  { key, counted }: { key: string; counted: T },
  run: () => Promise<T>,
): Promise<T> {
  await limiter.consume(key);
  let isCounted = false;
  try {
    const result = await run();
    isCounted = result === counted;
    return result;
  } finally {
    if (!isCounted) await limiter.giveBack(key);
  }
}

const SECONDS = { hour: 3600, day: 86_400 } as const;
const PERIODS = ['hour', 'day'] as const;

/** Mails that anybody can ask for; each kind counts apart, so that one keeps no other away. */
type Kind = 'verify_email' | 'reset_password';

type MailAttempts = {
  /**
   * Counts the same whether an account exists; the client alone when `to` is null, since no mail
   * could be sent to what was asked for.
   * @throws ShopError `too_many_requests`
   */
  count(kind: Kind, request: { to: string | null; address: string }): Promise<void>;
};

/** Makes the limits of mails that strangers may ask for, by mailbox and by client. */
export function createMailAttempts(limits: Limits): MailAttempts {
  const byKind = {
    verify_email: limitersOf(limits, 'verify_email'),
    reset_password: limitersOf(limits, 'reset_password'),
  };
  return {
    count: async (kind, { to, address }) => {
      const { recipients, clients } = byKind[kind];
      // The client first: one that is refused uses nothing of what the mailbox's owner has.
      for (const limiter of clients) await limiter.consume(address);
      if (to === null) return;
      for (const limiter of recipients) await limiter.consume(recipientKey(to));
    },
  };
}

function limitersOf(limits: Limits, kind: Kind): { recipients: Limiter[]; clients: Limiter[] } {
  const limitOf = (party: 'recipient' | 'client', period: (typeof PERIODS)[number]) => ({
    name: `mail_${kind}_${party}_${period}`,
    points: STRANGER_MAILS[party][period],
    seconds: SECONDS[period],
  });
  return {
    recipients: PERIODS.map((period) => limits.byKey(limitOf('recipient', period))),
    clients: PERIODS.map((period) => limits.byClient(limitOf('client', period))),
  };
}
