import type { Buyer } from '#domain/buyer.ts';
import type { Queries, Tx } from '../../db/types.ts';
import { recipientKey } from '../../limits/recipient-key.ts';

/**
 * Who uses a code: an account, or whoever reads the order's e-mail, which other spellings of the
 * address reach too.
 */
export type CodeBuyer = { uid: string | null; mailboxKey: string };

/** @param email what a guest typed */
export function codeBuyer(buyer: Buyer, email: string | null): CodeBuyer {
  return { uid: buyer?.uid ?? null, mailboxKey: recipientKey(buyer?.email ?? email ?? '') };
}

/** Tells whether an order of this buyer, by account or mailbox, holds a use; `code` in capitals. */
export async function hasUsedCode(
  db: Queries | Tx,
  code: string,
  { uid, mailboxKey }: CodeBuyer,
): Promise<boolean> {
  const people = await db
    .selectFrom('people')
    .select('uid')
    .where('mailbox_key', '=', mailboxKey)
    .execute();
  const uids = [uid ?? [], people.map((person) => person.uid)].flat();
  const use = await db
    .selectFrom('discount_redemptions')
    .select('order_id')
    .where('code', '=', code)
    .where('order_id', 'in', ({ selectFrom }) =>
      selectFrom('orders')
        .select('id')
        .where('discount_code', '=', code)
        .where('guest_mailbox_key', '=', mailboxKey)
        .$if(uids.length > 0, (orders) =>
          orders.unionAll(selectFrom('orders').select('id').where('user_uid', 'in', uids)),
        ),
    )
    .limit(1)
    .executeTakeFirst();
  return use !== undefined;
}
