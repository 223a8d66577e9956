import type { Context } from '#server/context.ts';
import type { Owner } from './callers.ts';

/** Reads all data of the owner that another user could damage. */
export async function readBelongings({ db }: Context, { uid, orderId }: Owner): Promise<unknown> {
  const { queries } = db;
  const [orders, items, people, addresses, sessions, ways] = await Promise.all([
    queries.selectFrom('orders').selectAll().where('id', '=', orderId).execute(),
    queries.selectFrom('order_items').selectAll().where('order_id', '=', orderId).execute(),
    queries.selectFrom('people').selectAll().where('uid', '=', uid).execute(),
    queries.selectFrom('saved_addresses').selectAll().where('uid', '=', uid).execute(),
    queries.selectFrom('identity_sessions').select('id').where('user_id', '=', uid).execute(),
    queries.selectFrom('identity_accounts').select('password').where('user_id', '=', uid).execute(),
  ]);
  return { orders, items, people, addresses, sessions, ways };
}
