import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { OrderResult } from '#contract/orders/orders-admin.ts';
import { recordPayments } from '#contract/orders/orders-admin-calls.ts';
import { recordParcels } from '#contract/production/parcels.ts';
import {
  type Parcel,
  readWorkshop,
  setMarks,
  type WorkshopOrder,
} from '#contract/production/workshop.ts';
import { dayOf } from '#domain/base/dates.ts';
import { isPayment, type Stage } from '#domain/orders/order-stage.ts';
import { USUAL_PAYMENT } from '#web/features/production/board-texts.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { partsOf } from '#web/panel/parts-of.ts';
import { usePages } from '#web/panel/use-pages.ts';
import type { Step } from './workshop-texts.ts';

type Pages = InfiniteData<z.infer<typeof readWorkshop.answer>, string | null>;

const BOARD = ['admin', 'workshop'];

/**
 * Reads orders by stage, earliest due day first, page by page.
 * @param product id; only orders with pins of it; null: all
 */
export function useBoard(waitsFor: Stage, product: string | null) {
  return usePages(
    [...BOARD, waitsFor, product],
    (cursor, signal) =>
      callAdmin(readWorkshop, { query: { waitsFor, product, limit: 50, cursor }, signal }),
    // The previous counts are shown until the new ones arrive.
    { keepsShown: true },
  );
}

export function refreshBoard(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: BOARD });
}

/** Removes orders from the board immediately, while their act is being saved. */
export async function dropFromBoard(client: QueryClient, ids: readonly string[]): Promise<void> {
  await client.cancelQueries({ queryKey: BOARD });
  client.setQueriesData<Pages>({ queryKey: BOARD }, (now) => {
    if (!now) return now;
    const pages = now.pages.map((page) => ({
      ...page,
      orders: page.orders.filter(({ id }) => !ids.includes(id)),
    }));
    return { ...now, pages };
  });
}

/** An act and its orders, each in the version that was seen. */
export type StepChange = Step & {
  orders: readonly Pick<WorkshopOrder, 'id' | 'version'>[];
  parcel?: Parcel | undefined;
};

/** Sets or removes an act of any number of orders. @throws Refusal, LostAnswer, NotSignedIn */
export async function sendStep({ orders, ...change }: StepChange): Promise<OrderResult[]> {
  const results: OrderResult[] = [];
  const seen = orders.map(({ id, version }) => ({ id, version }));
  for (const part of partsOf(seen)) results.push(...(await sendPart(part, change)));
  return results;
}

type Numbered = { id: string; version: number | undefined; tracking: string };

/** Saves the tracking numbers of any number of parcels. @throws Refusal, LostAnswer, NotSignedIn */
export async function sendParcels(
  parcels: readonly Numbered[],
  how: { courier: string | null; isDispatched: boolean },
): Promise<OrderResult[]> {
  const results: OrderResult[] = [];
  for (const orders of partsOf(parcels)) {
    results.push(...(await callAdmin(recordParcels, { body: { orders, ...how } })).results);
  }
  return results;
}

async function sendPart(
  orders: { id: string; version: number }[],
  { step, isSet, parcel }: Omit<StepChange, 'orders'>,
): Promise<OrderResult[]> {
  if (isPayment(step)) {
    const payment = isSet
      ? { paidAt: dayOf(Date.now()), how: USUAL_PAYMENT, depositFirst: true }
      : null;
    return (await callAdmin(recordPayments, { body: { orders, payment } })).results;
  }
  return (await callAdmin(setMarks, { body: { orders, mark: step, isSet, ...parcel } })).results;
}
