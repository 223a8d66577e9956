// Without types: it also tells what is wrong with a variable before anything is installed.
/** Maximum length of an address, in characters (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;
/** Maximum length of the part before the @, in bytes of UTF-8 (RFC 5321). */
const MAX_LOCAL_BYTES = 64;

/** A part between dots, without the syntax of mail headers; RFC 6531 adds all letters to ASCII's. */
const ATOM = /^(?!\p{M})[^\p{Cc}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}@,;:<>()[\]"\\]+$/u;
/** A label of a host name, in its own script or in Punycode. */
const LABEL = /^(?![-\p{M}])[\p{L}\p{M}\p{N}-]{1,63}$/u;
/** Top-level domains have letters: digits would be an IP address. */
const TOP_LEVEL = /^(?:[\p{L}\p{M}]{2,}|xn--[\da-z-]+)$/iu;

/**
 * Returns whether a mail server can take an address: a plain one, without quotes, name or comment.
 * Its host has a name; the letters of any script are accepted on both sides.
 * @param {string} text
 * @returns {boolean}
 */
export function isEmail(text) {
  if (text.length > MAX_EMAIL_LENGTH) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const labels = text.slice(at + 1).split('.');
  return (
    byteLength(local) <= MAX_LOCAL_BYTES &&
    local.split('.').every((part) => ATOM.test(part)) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label) && !label.endsWith('-') && ATOM.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  );
}

/** @param {string} text */
function byteLength(text) {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
