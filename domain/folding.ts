import { whatsappNumber } from './phones.ts';

/** @returns the text as searches compare it: without accents, case and double blanks */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

type Findable = {
  id: string;
  fullName: string;
  phone: string;
  /** Those of the account and of the form. */
  emails: readonly (string | null)[];
};

/**
 * What an order can be found by, folded: name, e-mails, number with and without its hyphen, and the
 * telephone's digits as typed and with the country's.
 */
export function orderSearchText({ id, fullName, phone, emails }: Findable): string {
  const parts = [
    fullName,
    ...emails,
    id,
    id.replaceAll('-', ''),
    digitsOf(phone),
    whatsappNumber(phone),
  ];
  return [...new Set(parts.flatMap((part) => foldText(part ?? '') || []))].join('\n');
}

/** Splits a search into terms that must all be found; a telephone number, spaced or not, is one. */
export function searchTerms(typed: string): string[] {
  const folded = foldText(typed);
  if (/^[+\d\s().-]*\d[+\d\s().-]*$/.test(folded)) return [digitsOf(folded)];
  return [...new Set(folded.split(' ').filter(Boolean))];
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
