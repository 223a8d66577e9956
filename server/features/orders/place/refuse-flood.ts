import type { CompiledQuery } from 'kysely';
import { ShopError } from '#domain/errors.ts';
import { emailKey } from '../../../canonical-email.ts';
import type { Context } from '../../../context.ts';
import { type Blanks, keepStatement } from '../../../db/kept-statements.ts';
import type { Tx } from '../../../db/types.ts';
import type { OrderRequest } from './order-request.ts';

/** Orders in 24 hours, more than any honest buyer places. */
const MAX_ORDERS_A_DAY = 100;
const DAY_MS = 86_400_000;

/** Makes what finds the order that is one too many in 24 hours; null where nothing is limited. */
export function askForFlood(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { body, buyer }: OrderRequest,
  now: number,
): CompiledQuery<{ created_at: number }> | null {
  if (!config.rateLimits) return null;
  const email = emailKey(body.deliveryData.email ?? '');
  return findHundredth(tx, { uid: buyer?.uid ?? null, email, after: now - DAY_MS });
}

const findHundredth = keepStatement(
  ({ uid }: Recent) => `${uid === null}`,
  (db, blank: Blanks<Recent>, { uid }) =>
    db
      .selectFrom('orders')
      .select('created_at')
      .where((eb) =>
        uid === null
          ? eb(
              'guest_email',
              '=',
              blank((recent) => recent.email),
            )
          : eb(
              'user_uid',
              '=',
              blank((recent) => recent.uid),
            ),
      )
      .where(
        'created_at',
        '>',
        blank(({ after }) => after),
      )
      .orderBy('created_at', 'desc')
      .offset(MAX_ORDERS_A_DAY - 1)
      .limit(1),
);
type Recent = { uid: string | null; email: string; after: number };

/**
 * Refuses one order too many in 24 hours. An account's orders and a guest's e-mail are counted
 * apart: guests join the history of whoever verified their e-mail, so this bounds what strangers
 * can add to it, and their flood keeps no signed-in buyer away. Orders placed at the very same
 * moment, in one group for example, may pass together.
 * @param recent what `askForFlood` was answered with
 * @throws ShopError `too_many_orders`
 */
export function refuseFlood(recent: readonly { created_at: number }[], now: number): void {
  const [earlier] = recent;
  if (!earlier) return;
  const retryAfterS = Math.ceil((earlier.created_at + DAY_MS - now) / 1000);
  throw new ShopError('too_many_orders', { retryAfterS });
}
