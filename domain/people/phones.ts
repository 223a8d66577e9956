import { foldSigns } from '#domain/base/signs.ts';

const COUNTRY = '56';
const MOBILE = '9';

const PHONE = /^(?:\+56)?\d{8,9}$/;
/** A number in Chile after its country code, with or without the 0 once dialled before it. */
const CHILEAN = /^(?:(?:\+|00)56|0?56|)(0?)([1-9]\d{7,8})$/;

/** Optional +56, then 8 or 9 digits; blanks are ignored. */
export function isPhone(text: string): boolean {
  return PHONE.test(text.replaceAll(/\s/g, ''));
}

/**
 * Returns a Chilean phone number in the format of WhatsApp's links: country code first, digits
 * only. Eight digits are a mobile number from before 2012, when a leading 9 was added.
 * @param phone as `tidyPhone` reads it
 * @returns such as `56912345678`, or null for any other number
 */
export function whatsappNumber(phone: string): string | null {
  const [, , national] = CHILEAN.exec(withoutSeparators(phone)) ?? [];
  if (!national) return null;
  return `${COUNTRY}${national.length === 8 ? MOBILE : ''}${national}`;
}

/** Returns the shop's number in the format of WhatsApp's links; of another country, its digits. */
export function chatNumber(phone: string): string {
  return whatsappNumber(phone) ?? phone.replaceAll(/\D/g, '');
}

/** Returns a link to a WhatsApp chat with a prepared text; null for a number it cannot use. */
export function whatsappUrl(phone: string, text: string): string | null {
  const number = whatsappNumber(phone);
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}

/**
 * Returns a typed phone number without separators and without the prefixes that are not part of
 * it: `9-1234-5678`, `09 1234 5678`, `56912345678` and `0056 9 1234 5678` become `912345678`. A
 * valid number stays as typed, and so does text that is no number.
 */
export function tidyPhone(typed: string): string {
  const plain = withoutSeparators(typed);
  const [, trunk, national] = CHILEAN.exec(plain) ?? [];
  if (national !== undefined) return isPhone(typed) && trunk === '' ? typed : national;
  return /^\+?\d+$/.test(plain) ? plain : typed;
}

function withoutSeparators(phone: string): string {
  return foldSigns(phone)
    .normalize('NFKC')
    .replaceAll(/[\s()./-]/g, '');
}
