import { keysOf } from '#domain/base/keys.ts';

/** Default, while the shop arranges the payment in person (docs/behaviour.md, section 1). */
export const NO_PAYMENT_DETAILS = {
  bank: '',
  accountType: '',
  account: '',
  holder: '',
  rut: '',
  email: '',
  /** Further instructions. */
  words: '',
};
/** The shop's bank details for transfers. Empty texts are not shown. */
export type PaymentDetails = typeof NO_PAYMENT_DETAILS;

/** Labels on the screen, in the order of a bank's transfer form. */
const LABELS: Readonly<Record<Exclude<keyof PaymentDetails, 'words'>, string>> = {
  holder: 'Titular',
  rut: 'RUT',
  bank: 'Banco',
  accountType: 'Tipo de cuenta',
  account: 'Número de cuenta',
  email: 'Correo',
};

/** Returns true when there is something to show. */
export function hasPaymentDetails(details: PaymentDetails): boolean {
  return details.words !== '' || paymentLines(details).length > 0;
}

/** Returns the fields that are set, with their labels, without `words`. */
export function paymentLines(details: PaymentDetails): { label: string; value: string }[] {
  return keysOf(LABELS)
    .map((field) => ({ label: LABELS[field], value: details[field] }))
    .filter(({ value }) => value !== '');
}
