const COUNTRY = '56';
const MOBILE = '9';

/**
 * Returns a Chilean phone number in the format of WhatsApp's links: country code first, digits
 * only. Eight digits are a mobile number from before 2012, when a leading 9 was added.
 * @param phone optional +56, then 8 or 9 digits; blanks are ignored
 * @returns such as `56912345678`, or null for any other number
 */
export function whatsappNumber(phone: string): string | null {
  const [, national] = /^(?:\+?56)?(\d{8,9})$/.exec(phone.replaceAll(/[\s()-]/g, '')) ?? [];
  if (!national) return null;
  return `${COUNTRY}${national.length === 8 ? MOBILE : ''}${national}`;
}

/** Returns a link to a WhatsApp chat with a prepared text; null for a number it cannot use. */
export function whatsappUrl(phone: string, text: string): string | null {
  const number = whatsappNumber(phone);
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}

/**
 * Returns a typed phone number without separators and country code: `9-1234-5678`, `(9) 1234-5678`
 * and `56912345678` become `912345678`. Text that is no number is returned unchanged.
 */
export function tidyPhone(typed: string): string {
  const [, sign = '', digits = ''] = /^(\+?)(\d+)$/.exec(typed.replaceAll(/[\s().-]/g, '')) ?? [];
  if (!digits) return typed;
  const hasCountry = digits.startsWith(COUNTRY) && [10, 11].includes(digits.length);
  return hasCountry ? digits.slice(COUNTRY.length) : sign + digits;
}
