import type { ConfirmedRow, StatementResults } from '#contract/payments/statements.ts';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { UNDO_MS } from '#domain/base/undo.ts';
import type { Order } from '#domain/orders/order.ts';
import type { Context } from '#server/context.ts';
import { resultOf, summary } from '#server/features/orders/change-call.ts';
import { applyChange, lockOrder } from '#server/features/orders/order.ts';
import { dropPayment, newPayment } from '#server/features/payments/record-payment.ts';
import { validationError } from '#server/http/errors.ts';
import {
  claimMovement,
  isNotedSince,
  linkPayment,
  type OfferedList,
  type OfferedMovement,
  readNoted,
  readOffered,
} from './repo.ts';

type Outcome = Omit<StatementResults, 'success'>;
type Noting = { by: string; id: string };

const HOW = 'Transferencia';

/**
 * Notes payments from movements of a list, each movement once; its orders all or none.
 * @throws ShopError `not_found`, `validation_failed`
 */
export async function confirmStatement(
  context: Context,
  { by, id }: Noting,
  rows: readonly ConfirmedRow[],
): Promise<Outcome> {
  const list = await readOffered(context.db.queries, id);
  if (!list) throw new ShopError('not_found', { message: 'Esta cartola ya no está' });
  const asked = checkRows(rows, list);
  const results: Outcome['results'] = [];
  for (const { movement, orders } of asked) {
    const row = movement.n;
    const noted = noteMovement(context, by, list, { movement, orders });
    for (const { id: orderId } of orders) {
      const find = async () => (await noted).find((each) => each.id === orderId) ?? lost();
      results.push({ row, ...(await resultOf(context, orderId, find)) });
    }
  }
  return { message: summary(results), results };
}

function lost(): never {
  throw new Error('a noted order is missing');
}

type Asked = { movement: OfferedMovement; orders: ConfirmedRow['orders'] };

/** @throws ShopError `validation_failed` with every wrong row */
function checkRows(rows: readonly ConfirmedRow[], { movements }: OfferedList): Asked[] {
  const fields: Record<string, string> = {};
  const asked = rows.flatMap(({ row, orders }, at): Asked[] => {
    const movement = movements.get(row);
    if (!movement) {
      fields[`rows.${at}.row`] = 'Esta fila no es de la cartola';
      return [];
    }
    const sum = orders.reduce((total, { amount }) => total + amount, 0);
    if (sum > movement.amount) fields[`rows.${at}.orders`] = 'Suman más que el movimiento';
    return [{ movement, orders }];
  });
  if (Object.keys(fields).length > 0) throw validationError(fields);
  return asked;
}

const NOTED_SINCE =
  'Entretanto se anotó otro igual de otra lista: compara de nuevo y revisa que no sea el mismo';

/** @throws ShopError `movement_used`, `not_found` */
async function noteMovement(
  context: Context,
  by: string,
  list: OfferedList,
  { movement, orders }: Asked,
): Promise<Order[]> {
  const { hash, day } = movement;
  return context.db.transaction(async (tx) => {
    const now = context.clock();
    if (await isNotedSince(context.db, tx, list, movement)) {
      throw new ShopError('movement_used', { message: NOTED_SINCE });
    }
    if (!(await claimMovement(tx, hash, now))) throw new ShopError('movement_used');
    const noted: Order[] = [];
    // A bank may date a movement on the next business day.
    const paidOn = day < dayOf(now) ? day : dayOf(now);
    // Always in the same sequence, so that two confirmations do not wait for each other.
    for (const { id, amount } of orders.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const before = await lockOrder(context.db, tx, id);
      const { payment, change } = newPayment(context, by, before, {
        amount,
        paidAt: paidOn,
        how: HOW,
      });
      await linkPayment(tx, payment.id, hash);
      noted.push(
        await applyChange(context, tx, { before, change: { ...change, canUndo: true }, by }),
      );
    }
    return noted;
  });
}

/**
 * Takes back what was noted from a list within its minute.
 * @throws ShopError `not_found`, `undo_ended`
 */
export async function undoStatement(context: Context, { by, id }: Noting): Promise<Outcome> {
  const { db, clock } = context;
  if (!(await readOffered(db.queries, id))) throw new ShopError('not_found');
  const noted = await readNoted(db.queries, id, clock() - UNDO_MS);
  if (noted.length === 0) throw new ShopError('undo_ended');
  const results: Outcome['results'] = [];
  for (const { row, orderId, paymentId } of noted) {
    const drop = () => dropPayment(context, { id: orderId, by, version: null }, paymentId);
    results.push({ row, ...(await resultOf(context, orderId, drop)) });
  }
  return { message: summary(results), results };
}
