// Without types: it also tells what is wrong with a variable before anything is installed.
/** Weights of the digits from the right, repeated. */
const WEIGHTS = [2, 3, 4, 5, 6, 7];

/**
 * Returns true if a text is a RUT, Chile's tax number: up to eight digits, with or without dots, a
 * hyphen and a check digit modulo 11 (0 to 9, or K for ten).
 * @param {string} text
 * @returns {boolean}
 */
export function isRut(text) {
  const [, number = '', check] =
    /^(\d{1,2}(?:\.?\d{3}){2})-([\dK])$/.exec(text.trim().toUpperCase()) ?? [];
  const digits = [...number.replaceAll('.', '')].reverse();
  const sum = digits.reduce((all, digit, at) => {
    return all + Number(digit) * (WEIGHTS[at % WEIGHTS.length] ?? 0);
  }, 0);
  return check === '0123456789K'[(11 - (sum % 11)) % 11];
}
