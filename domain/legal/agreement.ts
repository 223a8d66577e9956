import type { LegalText, Seller } from './document.ts';
import { payment } from './payment.ts';
import { terms } from './terms.ts';
import { withdrawal } from './withdrawal.ts';

/** @returns the texts that a buyer agrees to by ordering, all of `TERMS_VERSION` */
export function agreement(seller: Seller): readonly LegalText[] {
  return [terms(seller), withdrawal(seller), payment(seller)];
}
