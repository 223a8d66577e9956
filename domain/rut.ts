/** Weights of the digits from the right, again and again. */
const WEIGHTS = [2, 3, 4, 5, 6, 7];

/**
 * Tells whether a text is a RUT, Chile's tax number: up to eight digits, with dots or without, a
 * hyphen and the check digit that follows from them modulo 11 (0 to 9, or K for ten).
 */
export function isRut(text: string): boolean {
  const [, number = '', check] =
    /^(\d{1,2}(?:\.?\d{3}){2})-([\dK])$/.exec(text.trim().toUpperCase()) ?? [];
  const digits = [...number.replaceAll('.', '')].reverse();
  const sum = digits.reduce((all, digit, at) => {
    return all + Number(digit) * (WEIGHTS[at % WEIGHTS.length] ?? 0);
  }, 0);
  return check === '0123456789K'[(11 - (sum % 11)) % 11];
}
