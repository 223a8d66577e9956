import type { LegalText, Offer } from './document.ts';
import { payment } from './payment.ts';
import { terms } from './terms.ts';
import { withdrawal } from './withdrawal.ts';

/** @returns the texts that a buyer agrees to by ordering, all of one version */
export function agreement(offer: Offer): readonly LegalText[] {
  return [terms(offer), withdrawal(offer), payment(offer)];
}
