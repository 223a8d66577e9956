import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import type { BankNotice } from '#server/ports/bank/bank.ts';

const OF_BANK = 'bank ';

/**
 * Notes that the bank has new movements, which changes nothing else.
 * @returns false for a notice whose signature does not hold
 */
export async function noteBankNews(
  { bank, db, clock }: Pick<Context, 'bank' | 'db' | 'clock'>,
  notice: Omit<BankNotice, 'now'>,
): Promise<boolean> {
  const now = clock();
  const signature = bank.feed?.readNotice({ ...notice, now }) ?? null;
  if (signature === 'forged') return false;
  if (signature === null) return true;
  await db.queries
    .insertInto('payment_notices')
    .values({ signature: `${OF_BANK}${signature}`, received_at: now })
    .onConflict((conflict) => conflict.column('signature').doNothing())
    .execute();
  return true;
}

/** Returns whether movements came since a list was last compared; undefined: none come. */
export async function readBankNews(
  { bank }: Pick<Context, 'bank'>,
  tx: Tx,
): Promise<{ hasNews: boolean } | undefined> {
  if (!bank.feed) return undefined;
  const compared = await tx
    .selectFrom('statements')
    .select((one) => one.fn.max('read_at').as('at'))
    .executeTakeFirst();
  const news = await tx
    .selectFrom('payment_notices')
    .select('signature')
    .where('signature', 'like', `${OF_BANK}%`)
    .where('received_at', '>', compared?.at ?? 0)
    .limit(1)
    .execute();
  return { hasNews: news.length > 0 };
}

/** Forgets the notices until a time: the service has no movements. */
export async function forgetBankNews({ db }: Pick<Context, 'db'>, until: number): Promise<void> {
  await db.queries
    .deleteFrom('payment_notices')
    .where('signature', 'like', `${OF_BANK}%`)
    .where('received_at', '<=', until)
    .execute();
}
