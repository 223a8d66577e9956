import type { SavedAddress } from '#contract/saved-address.ts';
import type { Destination } from '#domain/prices.ts';
import type { Draft } from './draft/draft.ts';

/** Returns the chosen place, else that of the buyer's last order; empty if there is neither. */
export function likelyPlace(
  { form }: Pick<Draft, 'form'>,
  saved: readonly SavedAddress[] | null,
): Destination {
  const { way, payShipping } = form;
  const { region, city } = form.region ? form : (saved?.[0] ?? form);
  return { region, city, way, payShipping };
}
