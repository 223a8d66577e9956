import { DAY_MS, HOUR_MS } from '#domain/base/dates.ts';
import type { Order } from '#domain/orders/order.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Tx } from '#server/db/types.ts';
import type { Limits } from '#server/limits/limits.ts';
import { STRANGER_MAILS } from '#server/limits/mail-limits.ts';
import type { Mail, SecondFactorChange } from './enqueue-mail.ts';

const PERIODS_MS = { hour: HOUR_MS, day: DAY_MS } as const;
const PERIODS = ['hour', 'day'] as const;
type Party = keyof typeof STRANGER_MAILS;

type Count = { key: string; party: Party; period: (typeof PERIODS)[number] };

type NewMail = {
  to: string;
  /** IP address of the client that causes it; left out for an account's own changes. */
  address?: string;
};
/** Notices of different changes are counted apart: many of one do not hide another. */
type CountedKind = Mail['kind'] | `second_factor_changed ${SecondFactorChange}`;
type Counting = { config: Pick<Config, 'rateLimits'>; limits: Limits };

/**
 * Counts a mail. Each kind of mail has its own limit, so that a flood of
 * one kind does not block the others. Other transactions that count for the same recipient or
 * client wait for this one: call it late.
 * @returns false when a limit is exceeded and the mail must not be sent
 */
export async function countMail(
  { config, limits }: Counting,
  tx: Tx,
  { kind, now, ...mail }: NewMail & { kind: CountedKind; now: number },
): Promise<boolean> {
  const counts = config.rateLimits ? countsOf(limits, kind, mail) : [];
  const mails = await countUp(tx, counts, now);
  return counts.every(
    ({ key, party, period }) => (mails.get(key) ?? 0) <= STRANGER_MAILS[party][period],
  );
}

/**
 * Returns a mail to an order's buyer; one to an unverified address is counted. None above the limit
 * or without an address.
 * @param mail.address of the client that causes it; left out: the shop itself
 */
export async function mailsToBuyer<Kind extends Mail['kind']>(
  counting: Counting,
  tx: Tx,
  { owner, delivery }: Pick<Order, 'owner' | 'delivery'>,
  mail: { kind: Kind; address?: string; now: number },
): Promise<{ kind: Kind }[]> {
  const to = owner.email ?? delivery.email;
  if (to === null) return [];
  const isAllowed = owner.isVerified || (await countMail(counting, tx, { ...mail, to }));
  return isAllowed ? [{ kind: mail.kind }] : [];
}

function countsOf(limits: Limits, kind: CountedKind, { to, address }: NewMail): Count[] {
  const none = { client: null, network: null };
  const { client, network } = address === undefined ? none : limits.hashClient(address);
  const parties = [
    { party: 'recipient', hash: limits.hashRecipient(to) },
    { party: 'client', hash: client },
    { party: 'network', hash: network },
  ] as const;
  return parties.flatMap(({ party, hash }) =>
    hash === null
      ? []
      : PERIODS.map((period) => ({ key: `${kind} ${party} ${hash} ${period}`, party, period })),
  );
}

/** One statement with sorted rows: every transaction locks them in the same order. */
async function countUp(tx: Tx, counts: readonly Count[], now: number) {
  if (counts.length === 0) return new Map<string, number>();
  const counters = counts
    .map(({ key, period }) => ({ key, ends_at: now + PERIODS_MS[period], mails: 1 }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const rows = await tx
    .insertInto('mail_counts')
    .values(counters)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ eb, ref }) => {
        const [mails, endsAt] = [ref('mail_counts.mails'), ref('mail_counts.ends_at')];
        const isOver = eb(endsAt, '<=', now);
        return {
          mails: eb
            .case()
            .when(isOver)
            .then(ref('excluded.mails'))
            .else(eb(mails, '+', ref('excluded.mails')))
            .end(),
          ends_at: eb.case().when(isOver).then(ref('excluded.ends_at')).else(endsAt).end(),
        };
      }),
    )
    .returning(['key', 'mails'])
    .execute();
  return new Map(rows.map(({ key, mails }) => [key, mails]));
}

/** Deletes the counts of past periods. @returns how many were deleted */
export async function sweepMailCounts({ transaction }: Database, now: number): Promise<number> {
  // A transaction is retried when it loses a deadlock against an order that counts its mail.
  const { numDeletedRows } = await transaction((tx) =>
    tx.deleteFrom('mail_counts').where('ends_at', '<', now).executeTakeFirstOrThrow(),
  );
  return Number(numDeletedRows);
}
