import * as z from 'zod';
import type { Tx } from '../../db/types.ts';

/** Jobs deleted by one statement. */
const BATCH = 500;
const about = z.object({ to: z.optional(z.string()), orderId: z.optional(z.string()) });

/**
 * Drops the mails to an account or about orders that wait or were given up, with what a mail
 * server said of them. Those that were sent hold nothing any more.
 * @param email an account's, in lower case; null for none
 */
export async function forgetMails(
  tx: Tx,
  { email, orderIds }: { email: string | null; orderIds: readonly string[] },
): Promise<void> {
  const orders = new Set(orderIds);
  const mails = await tx
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where('state', 'in', ['waiting', 'dead'])
    .where('kind', 'like', 'mail.%')
    .execute();
  const ids = mails.filter(({ payload }) => concerns(payload)).map(({ id }) => id);
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    await tx.deleteFrom('jobs').where('id', 'in', batch).execute();
  }

  function concerns(payload: string): boolean {
    const { to, orderId } = about.safeParse(JSON.parse(payload || '{}')).data ?? {};
    return (email !== null && to?.toLowerCase() === email) || orders.has(orderId ?? '');
  }
}
