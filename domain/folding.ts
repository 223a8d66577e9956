import { whatsappNumber } from './phones.ts';

/** Letters that are no letter with an accent, as they are written where they are not at hand. */
const WRITTEN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
};
const written = new RegExp(`[${Object.keys(WRITTEN).join('')}]`, 'g');

/** @returns the text as searches compare it: without accents, case and double blanks */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(written, (letter) => WRITTEN[letter] ?? letter)
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
 * telephone's digits as typed and with the country's. Each word once, behind two spaces.
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
  const words = parts.flatMap((part) => foldText(part ?? '').split(' '));
  return [...new Set(words)].map((word) => word && `  ${word}`).join('');
}

/**
 * Splits a search into terms that must all be in an order's text; a telephone number, spaced or not,
 * is one. A term of one or two letters finds the beginnings of words: with the spaces before it has
 * the three characters that a trigram index needs.
 */
export function searchTerms(typed: string): string[] {
  const folded = foldText(typed);
  const isPhone = /^[+\d\s().-]*\d[+\d\s().-]*$/.test(folded);
  const terms = isPhone ? [digitsOf(folded)] : folded.split(' ').filter(Boolean);
  return [...new Set(terms)].map((term) => ' '.repeat(Math.max(0, 3 - [...term].length)) + term);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
