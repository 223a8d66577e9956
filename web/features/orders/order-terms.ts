import type { OrderTerms } from '#contract/order-terms.ts';
import { describeDays } from '#domain/promise.ts';
import { pageConfig, refreshConfig } from '#web/lib/config.ts';

/** Returns the terms that the page shows; an order carries them. */
export function shownTerms(): OrderTerms {
  const { termsVersion, delivery } = pageConfig.get();
  const { minDays, maxDays } = delivery;
  return { termsVersion, promise: { minDays, maxDays } };
}

/** A part of an offer that is not what it was, in words. */
export type OfferChange = { label: string; before: string; after: string };

/** Returns how the shop's terms differ from those that the page shows; the texts are on the page. */
export function findTermsChanges(after: OrderTerms): OfferChange[] {
  const before = describeDays(shownTerms().promise);
  const now = describeDays(after.promise);
  return before === now ? [] : [{ label: 'Entrega', before, after: now }];
}

const RETRIES = 3;
/** A server that has not read its settings lately may be two seconds behind another. */
const RETRY_MS = 800;

/** Updates the page until it shows these terms, so that the next order carries them. */
export async function showTerms({ termsVersion }: OrderTerms): Promise<void> {
  await refreshConfig();
  for (let tries = 0; tries < RETRIES && shownTerms().termsVersion !== termsVersion; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await refreshConfig();
  }
}
