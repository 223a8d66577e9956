import { type CompiledQuery, expressionBuilder } from 'kysely';
import { emailKey } from '../../../canonical-email.ts';
import { type Blanks, keepStatement } from '../../../db/kept-statements.ts';
import type { Schema, Tx } from '../../../db/types.ts';
import type { OrderRequest } from './order-request.ts';

/** By which earlier orders are found; null: by none. */
type Placing = { uid: string | null; emailKey: string | null };

/**
 * Makes what tells of a buyer about to order, by 1 in `found`, that there is an earlier order,
 * outside the bin, of the account, of a guest with the e-mail, or of the account that has the
 * e-mail. Two first orders of one buyer at the very same moment, in one group for example, do not
 * see each other.
 */
export function askHasOrdered(
  tx: Tx,
  { body, buyer }: OrderRequest,
): CompiledQuery<{ found: unknown }> {
  const email = buyer?.email ?? body.deliveryData.email;
  const key = email === null ? null : emailKey(email);
  return findEarlier(tx, { uid: buyer?.uid ?? null, emailKey: key });
}

const findEarlier = keepStatement(
  ({ uid, emailKey: key }: Placing) => `${uid === null} ${key === null}`,
  (db, blank: Blanks<Placing>, first) => {
    const { selectFrom, exists, or } = expressionBuilder<Schema>();
    // An expression, so that PostgreSQL does not read the index of all orders outside the bin.
    const orders = selectFrom('orders as earlier')
      .select('earlier.id')
      .where(({ fn, lit, eb }) => eb(fn.coalesce('earlier.deleted_at', lit(0)), '=', 0));
    const uid = blank((placing) => placing.uid);
    const key = blank((placing) => placing.emailKey);
    const ofAccount = [exists(orders.where('earlier.user_uid', '=', uid))];
    const ofEmail = [
      exists(orders.where('earlier.guest_email', '=', key)),
      exists(
        orders
          .innerJoin('people', 'people.uid', 'earlier.user_uid')
          .where('people.email', '=', key),
      ),
    ];
    const any = or([
      ...(first.uid === null ? [] : ofAccount),
      ...(first.emailKey === null ? [] : ofEmail),
    ]);
    return db.selectNoFrom(({ case: when }) => when().when(any).then(1).else(0).end().as('found'));
  },
);
