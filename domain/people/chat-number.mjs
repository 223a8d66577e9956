/**
 * Returns whether a text is a phone number of any country, with 8 to 15 digits.
 * @param {string} text
 */
export function isChatNumber(text) {
  const digits = text.replaceAll(/\D/g, '').length;
  return digits >= 8 && digits <= 15 && !/\p{L}/u.test(text);
}
