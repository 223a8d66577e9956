import type { Buyer } from '#domain/buyer.ts';
import { emailKey } from '../../canonical-email.ts';
import type { Queries, Tx } from '../../db/types.ts';

/** Who uses a code: an account, or whoever has the order's e-mail in its canonical spelling. */
export type CodeBuyer = { uid: string | null; email: string };

/** @param email what a guest typed */
export function codeBuyer(buyer: Buyer, email: string | null): CodeBuyer {
  return buyer
    ? { uid: buyer.uid, email: emailKey(buyer.email) }
    : { uid: null, email: emailKey(email ?? '') };
}

/** Tells whether an order of this buyer, by account or e-mail, holds a use; `code` in capitals. */
export async function hasUsedCode(
  db: Queries | Tx,
  code: string,
  { uid, email }: CodeBuyer,
): Promise<boolean> {
  const people = await db.selectFrom('people').select('uid').where('email', '=', email).execute();
  const uids = [uid ?? [], people.map((person) => person.uid)].flat();
  const use = await db
    .selectFrom('discount_redemptions')
    .select('order_id')
    .where('code', '=', code)
    .where('order_id', 'in', ({ selectFrom }) =>
      selectFrom('orders')
        .select('id')
        .where('guest_email', '=', email)
        .$if(uids.length > 0, (orders) =>
          orders.unionAll(selectFrom('orders').select('id').where('user_uid', 'in', uids)),
        ),
    )
    .limit(1)
    .executeTakeFirst();
  return use !== undefined;
}
