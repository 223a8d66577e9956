import type { SavedAddress } from '#contract/people.ts';
import type { Draft } from './draft/draft.ts';

/**
 * @param saved addresses of earlier orders; null while they are on their way
 * @returns the chosen city, else that of the buyer's last order; empty when there is neither
 */
export function likelyCity(
  { form }: Pick<Draft, 'form'>,
  saved: readonly SavedAddress[] | null,
): string {
  if (form.city || form.region) return form.city;
  return saved?.[0]?.city ?? '';
}
