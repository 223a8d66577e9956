import type { Queries, Tx } from '../../db/types.ts';
import { enqueue } from '../../jobs/enqueue.ts';

/** Every mail that the shop writes. An order's mails hold its id alone: they read the rest later. */
export type Mail =
  | { kind: 'verify_email'; to: string; url: string }
  | { kind: 'reset_password'; to: string; url: string }
  | { kind: 'order_received'; orderId: string }
  | { kind: 'new_order'; orderId: string };

/**
 * Sees to it that a mail is sent. With a transaction's handle it is sent if and only if the
 * transaction commits.
 * @param mail `url` is absolute; `to` is one plain address
 */
export async function enqueueMail(db: Queries | Tx, mail: Mail, now?: number): Promise<void> {
  const { kind, ...payload } = mail;
  await enqueue(db, { kind: `mail.${kind}`, payload }, now);
}
