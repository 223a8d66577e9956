import type { Selectable } from 'kysely';
import type { Owner } from '#domain/buyer.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { OrdersTable, Tx } from '#server/db/types.ts';
import { emailKey } from '#server/lib/canonical-email.ts';
import { formerUid } from './change/detach-orders.ts';
import { ERASED_UID } from './erase-buyer.ts';
import { findDetachedOrders } from './find-detached-orders.ts';
import { updateSearchText } from './search-text.ts';

type OrderRow = Selectable<OrdersTable>;

/**
 * Takes a mailbox's address out of the detached orders that hold it, under way or not, and with an
 * account its id. What the stranger who placed them typed for the delivery stays: it is nothing of
 * the mailbox's owner, and the shop may still have to deliver.
 * @param by who wants it
 * @returns how many orders lost the address
 */
export async function forgetMailbox(
  context: Pick<Context, 'db' | 'clock'>,
  tx: Tx,
  owner: Owner,
  by: string,
): Promise<number> {
  const { db, clock } = context;
  const orders = await findDetachedOrders(context, tx, owner, (query) => db.lockRows(query));
  for (const order of orders) {
    const changed = await forgetAddress(tx, order, owner);
    await updateSearchText(tx, changed);
    const note = { by, entity: 'order', entityId: order.id, action: 'erased' } as const;
    const changes = [{ field: 'email' }];
    await writeAudit(tx, { ...note, changes, version: changed.version }, clock());
  }
  if (owner.uid !== null) await forgetAccount(tx, owner.uid);
  return orders.length;
}

function forgetAddress(
  tx: Tx,
  { id, version, user_uid, user_email, email }: OrderRow,
  { uid, guestEmail }: Owner,
): Promise<OrderRow> {
  const isOfAccount = uid !== null && user_uid === formerUid(uid);
  const theirs = [guestEmail, isOfAccount ? user_email : null];
  const keep = (text: string | null) =>
    text !== null && theirs.includes(emailKey(text)) ? null : text;
  return tx
    .updateTable('orders')
    .set({ version: version + 1, user_email: keep(user_email), email: keep(email) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Its orders and pictures stay nobody's. */
async function forgetAccount(tx: Tx, uid: string): Promise<void> {
  const former = formerUid(uid);
  await tx
    .updateTable('orders')
    .set({ user_uid: ERASED_UID })
    .where('user_uid', '=', former)
    .execute();
  await tx
    .updateTable('uploads')
    .set({ claimed_by: ERASED_UID })
    .where('claimed_by', '=', former)
    .execute();
}
