import { type Expression, expressionBuilder, sql } from 'kysely';
import { emailKey } from '../../../canonical-email.ts';
import type { Flag, Schema } from '../../../db/types.ts';

type Placing = { id: string; uid: string | null; email: string | null };

/**
 * Returns an expression that is 1 when there is an earlier order, outside the bin, of the account,
 * of a guest with the e-mail, or of the account that has the e-mail. Two first orders of one buyer
 * at the very same moment do not see each other. The order itself (`id`) does not count: it says
 * the same before and after its row is written.
 */
export function hasOrdered({ id, uid, email }: Placing): Expression<Flag> {
  const { selectFrom, exists, or } = expressionBuilder<Schema>();
  const orders = selectFrom('orders as earlier')
    .select('earlier.id')
    .where('earlier.deleted_at', 'is', null)
    .where('earlier.id', '<>', id);
  const key = email === null ? null : emailKey(email);
  const ofAccount = uid === null ? [] : [exists(orders.where('earlier.user_uid', '=', uid))];
  const ofEmail =
    key === null
      ? []
      : [
          exists(orders.where('earlier.guest_email', '=', key)),
          exists(
            orders
              .innerJoin('people', 'people.uid', 'earlier.user_uid')
              .where('people.email', '=', key),
          ),
        ];
  const any = or([...ofAccount, ...ofEmail]);
  return sql<Flag>`case when ${any} then 1 else 0 end`;
}
