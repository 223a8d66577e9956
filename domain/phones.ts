const COUNTRY = '56';
const MOBILE = '9';

/**
 * Writes a Chilean telephone number as WhatsApp's links want it: country first, digits alone.
 * Eight digits are a mobile number from before 2012, when the leading 9 came.
 * @param phone optional +56, then 8 or 9 digits; blanks do not count
 * @returns such as `56912345678`, or null when it is no such number
 */
export function whatsappNumber(phone: string): string | null {
  const [, national] = /^(?:\+?56)?(\d{8,9})$/.exec(phone.replaceAll(/[\s()-]/g, '')) ?? [];
  if (!national) return null;
  return `${COUNTRY}${national.length === 8 ? MOBILE : ''}${national}`;
}

/** Returns a link to a chat with a text written; null for a number unknown to WhatsApp. */
export function whatsappUrl(phone: string, text: string): string | null {
  const number = whatsappNumber(phone);
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}

/**
 * Tidies a telephone number as people write it: `9-1234-5678`, `(9) 1234-5678` and `56912345678`
 * become `912345678`. What is no number comes back as it was typed.
 */
export function tidyPhone(typed: string): string {
  const [, sign = '', digits = ''] = /^(\+?)(\d+)$/.exec(typed.replaceAll(/[\s().-]/g, '')) ?? [];
  if (!digits) return typed;
  const hasCountry = digits.startsWith(COUNTRY) && [10, 11].includes(digits.length);
  return hasCountry ? digits.slice(COUNTRY.length) : sign + digits;
}
