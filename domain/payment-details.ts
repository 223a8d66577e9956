import { keysOf } from './keys.ts';

/** Where a buyer transfers the money to. Empty texts are not shown. */
export type PaymentDetails = {
  bank: string;
  accountType: string;
  account: string;
  holder: string;
  rut: string;
  email: string;
  /** What else there is to say. */
  words: string;
};

/** Until the owner says how: the shop writes to the buyer (docs/behaviour.md, section 1). */
export const NO_PAYMENT_DETAILS: PaymentDetails = {
  bank: '',
  accountType: '',
  account: '',
  holder: '',
  rut: '',
  email: '',
  words: '',
};

/** What buyers read beside each, in the order in which a bank's form asks for them. */
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
  return Object.values(details).some(Boolean);
}

/** @returns what is set, line by line, without the words */
export function paymentLines(details: PaymentDetails): { label: string; value: string }[] {
  return keysOf(LABELS)
    .map((field) => ({ label: LABELS[field], value: details[field] }))
    .filter(({ value }) => value !== '');
}
