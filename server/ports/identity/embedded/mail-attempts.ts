import type { Limiter } from '../../../limits/limiter.ts';
import type { Limits } from '../../../limits/limits.ts';
import { STRANGER_MAILS } from '../../../limits/mail-limits.ts';
import { recipientKey } from '../../../limits/recipient-key.ts';

const SECONDS = { hour: 3600, day: 86_400 } as const;
const PERIODS = ['hour', 'day'] as const;

/** Mails that anybody can ask for; each kind counts apart, so that one keeps no other away. */
type Kind = 'verify_email' | 'reset_password';

export type MailAttempts = {
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
