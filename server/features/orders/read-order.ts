import type { Order } from '#contract/orders.ts';
import type { Context } from '../../context.ts';
import { presentOrder } from './present-order.ts';
import { lookUpOrder } from './repo.ts';

/** @returns null when there is no such order */
export async function readOrder({ db }: Context, id: string): Promise<Order | null> {
  const stored = await lookUpOrder(db.queries, id);
  return stored && presentOrder(stored);
}

/** @returns the version of the terms that an order was placed under; null when none was kept */
export async function readTermsVersion({ db }: Context, id: string): Promise<string | null> {
  const stored = await lookUpOrder(db.queries, id);
  return stored?.order.terms_version ?? null;
}
