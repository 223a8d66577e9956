import type { OrderTerms } from '#contract/orders/order-terms.ts';
import { daysToDoor, describeDays } from '#domain/delivery/promise.ts';
import { type Destination, daysTo } from '#web/features/delivery/days-to.ts';
import { pageConfig, refreshConfig } from '#web/lib/config.ts';

/** Returns the terms shown for a destination, which are sent with the order. */
export function shownTerms(to: Destination): OrderTerms {
  const config = pageConfig.get();
  return { termsVersion: config.termsVersion, promise: daysToDoor(daysTo(to, config).promise) };
}

/** A changed part of an offer, as text. */
export type OfferChange = { label: string; before: string; after: string };

/** Returns how the shop's delivery days differ from those shown; changed texts are on the page. */
export function findTermsChanges(after: OrderTerms, to: Destination): OfferChange[] {
  const before = describeDays(shownTerms(to).promise);
  const now = describeDays(after.promise);
  return before === now ? [] : [{ label: 'Entrega', before, after: now }];
}

const RETRIES = 3;
/** A server that has not read its settings recently may be two seconds behind another. */
const RETRY_MS = 800;

/** Refreshes the page until it shows these terms, so that the next order has them. */
export async function showTerms({ termsVersion }: OrderTerms): Promise<void> {
  await refreshConfig();
  for (
    let tries = 0;
    tries < RETRIES && pageConfig.get().termsVersion !== termsVersion;
    tries += 1
  ) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await refreshConfig();
  }
}
