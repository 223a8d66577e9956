import { tidyPhone, whatsappNumber } from '#domain/people/phones.ts';
import { foldSigns } from './signs.ts';

/** ASCII spellings of letters that Unicode does not decompose. */
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

/**
 * Returns the text as searches compare it: without accents, case, invisible signs and repeated
 * blanks, with one spelling of all hyphens and apostrophes.
 */
export function foldText(text: string): string {
  const plain = foldSigns(text)
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\0-\x7f]/gu, (letter) => WRITTEN[letter] ?? letter);
  return foldSigns(plain);
}

/** Returns the key by which places are compared: `O’Higgins` is `ohiggins`, `Til-Til` `til til`. */
export function placeKey(name: string): string {
  return foldText(name).replaceAll("'", '').replaceAll(/[- ]+/g, ' ').trim();
}

type Findable = {
  id: string;
  fullName: string;
  phone: string;
  /** The account's e-mail and the form's. */
  emails: readonly (string | null)[];
};

/**
 * Returns the searchable words of an order, folded: name, e-mails, order number with and without
 * its hyphen, and the phone's digits as typed and with the country code. Each word once, after two
 * spaces.
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
  const words = parts.flatMap((part) => searchKey(part ?? '').split(' '));
  return [...new Set(words)].map((word) => word && `  ${word}`).join('');
}

/**
 * Splits a search into terms that an order's text must all contain; a phone number is one term,
 * spaced or not. A term of one or two letters matches the beginnings of words: padded with leading
 * spaces, it has the three characters that a trigram index needs.
 */
export function searchTerms(typed: string): string[] {
  const folded = searchKey(typed);
  const isPhone = /^[+\d\s().-]+$/.test(folded) && /\d/.test(folded);
  // People write `#` before an order's number.
  // Names may have a hyphen or a blank: `ana-maria`.
  const words = folded
    .replaceAll(/(\p{L}{3})-(?=\p{L}{3})/gu, '$1 ')
    .split(' ')
    .map((word) => word.replace(/^#/, ''));
  const terms = isPhone ? [digitsOf(tidyPhone(folded))] : words.filter(isSearchable);
  // Of signs alone, which no text has: a search without terms finds everything.
  if (terms.length === 0) terms.push(...foldText(typed).split(' ').filter(Boolean));
  return [...new Set(terms)].map((term) => ' '.repeat(Math.max(0, 3 - [...term].length)) + term);
}

/** `O'Ryan` is found by `oryan`. */
function searchKey(text: string): string {
  return foldText(text).replaceAll("'", '');
}

/** A hyphen between blanks is no term. */
function isSearchable(term: string): boolean {
  return /[^-]/.test(term);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
