import { sql, type Updateable } from 'kysely';
import type { ProviderWord } from '#domain/payments/attempt.ts';
import type { Schema } from '#server/db/types.ts';
import { findAttempts, findPayment } from '#server/features/payments/repo.ts';
import type { Payments, TakenPayment, Told } from '#server/ports/payments/payments.ts';
import type { openWebpayShop } from './payment-shop.ts';

/** A report of the provider on an attempt. */
export function told(
  word: ProviderWord,
  { providerId = null, others = [] }: { providerId?: string | null; others?: TakenPayment[] } = {},
): Told {
  const how = { method: 'debit', authorizationCode: '7', fee: 9 } as const;
  return { word, providerId, how: word.state === 'paid' ? how : null, others };
}

/** Places an order and begins to pay it. */
export async function beginAttempt(shop: Awaited<ReturnType<typeof openWebpayShop>>) {
  const { context } = shop.shop;
  const { id: orderId } = await shop.place();
  const { status } = await shop.begin(orderId);
  const [row] = await findAttempts(context.db.queries, orderId);
  if (status !== 201 || !row) throw new Error(`not begun: ${status}`);
  const { id, amount } = row;
  return {
    ...{ orderId, id, amount },
    row: async () => {
      const found = await findPayment(context.db.queries, { id });
      if (!found) throw new Error('the attempt is gone');
      return found;
    },
    rows: (of = orderId) => findAttempts(context.db.queries, of),
    set: async (values: Updateable<Schema['payments']>) => {
      await context.db.queries.updateTable('payments').set(values).where('id', '=', id).execute();
    },
    /** Gives it another provider, order or link: the shop never does. */
    move: async (column: 'order_id' | 'provider' | 'links_ended', value: string | number) => {
      await sql`update payments set ${sql.ref(column)} = ${value} where id = ${id}`.execute(
        context.db.queries,
      );
    },
  };
}

/** Returns the shop's provider. */
export function providerOf(shop: Awaited<ReturnType<typeof openWebpayShop>>): Payments {
  const { payments } = shop.shop.context;
  if (!payments) throw new Error('no payments');
  return payments;
}
