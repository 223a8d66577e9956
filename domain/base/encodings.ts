/** The encodings in which spreadsheets and editors save lists. */
export const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows',
  'iso-8859-15': 'ISO-8859-15',
  macintosh: 'Excel para Mac',
  ibm850: 'MS-DOS',
  ibm437: 'MS-DOS (437)',
};
type Encoding = keyof typeof encodingNames;

/** Browsers and Node have it; the language's own library does not. */
declare const TextDecoder: new (
  encoding: string,
  options?: { fatal?: boolean },
) => { decode: (bytes: Uint8Array) => string };

/** A text of the file in one of the encodings that it may have. */
export type Reading = { encoding: Encoding; text: string };

/** Characters of bytes from 0x80 on, which `TextDecoder` does not know (IBM code pages). */
const PAGES = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
};

const SINGLE_BYTES = ['windows-1252', 'iso-8859-15', 'macintosh', 'ibm850', 'ibm437'] as const;

/** By how much the best reading must be better than the next one. */
const CERTAINTY = 2;

/**
 * Returns the readings of a file, the likeliest first, each with another text. `isCertain` is false
 * if its letters do not tell which is right.
 */
export function readEncodings(bytes: Uint8Array): { readings: Reading[]; isCertain: boolean } {
  const unicode = findUnicode(bytes);
  if (unicode) {
    const text = new TextDecoder(unicode).decode(bytes);
    return { readings: [{ encoding: unicode, text }], isCertain: true };
  }
  const all = SINGLE_BYTES.map((encoding) => {
    const text = decodeSingle(bytes, encoding);
    return { encoding, text, score: rate(text) + (encoding === 'windows-1252' ? 0.5 : 0) };
  });
  const different = all.filter(({ text }, at) => all.findIndex((one) => one.text === text) === at);
  const [best, ...others] = different.toSorted((a, b) => b.score - a.score);
  if (!best) throw new Error('no encoding is known');
  const near = others.filter(({ score }) => score > best.score - CERTAINTY);
  const readings = [best, ...(near.length > 0 ? near : others)];
  return {
    readings: readings.map(({ encoding, text }) => ({ encoding, text })),
    isCertain: near.length === 0,
  };
}

function findUnicode(bytes: Uint8Array): Encoding | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Latin letters have an empty half in UTF-16, always the same one.
  const zeros = [0, 0];
  bytes.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = bytes.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  if (even > many && odd === 0) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return null;
  }
}

function decodeSingle(bytes: Uint8Array, encoding: (typeof SINGLE_BYTES)[number]): string {
  if (encoding !== 'ibm437' && encoding !== 'ibm850')
    return new TextDecoder(encoding).decode(bytes);
  const page = PAGES[encoding];
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (page[byte - 0x80] ?? ''),
  ).join('');
}

const LETTER = /\p{L}/u;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;

/** Letters beyond ASCII by which a long list is rated. */
const RATED = 5000;

/** Returns how much the letters beyond ASCII look like those of names; higher is better. */
function rate(text: string): number {
  let [sum, rated] = [0, 0];
  for (let at = 0; at < text.length && rated < RATED; at += 1) {
    const sign = text.charAt(at);
    if (sign <= '\x7f') continue;
    sum += rateSign(sign, text.charAt(at - 1), text.charAt(at + 1));
    rated += 1;
  }
  return sum;
}

function rateSign(sign: string, before: string, after: string): number {
  if (!LETTER.test(sign) || /[ªº]/.test(sign)) return rateOther(sign, before, after);
  // No one writes 'JosÉ', 'MUñOZ' or 'AnaáSoto'.
  if (UPPER.test(sign) && LOWER.test(before)) return -3;
  if (LOWER.test(sign) && UPPER.test(after)) return -3;
  // Nor '4íB', or an accented letter alone.
  if (/\d/.test(before) || !(LETTER.test(before) || LETTER.test(after))) return -2;
  if (/[áéíóúñü]/i.test(sign)) return 2;
  if (/[àâãäçèêëìîïòôõöùûßšž]/i.test(sign)) return 0.5;
  return /\p{Script=Latin}/u.test(sign) ? -1 : -3;
}

/** A sign that is no letter: within a word only an apostrophe is likely. */
function rateOther(sign: string, before: string, after: string): number {
  if (/[\p{Cc}\ufffd]/u.test(sign)) return -5;
  const [isAfter, isBefore] = [LETTER.test(before), LETTER.test(after)];
  // '4°B', '2º', and the blank of spreadsheets and pages.
  if (/[ªº°]/.test(sign) && /\d/.test(before)) return 2;
  if (sign === '\u00a0') return isAfter && LOWER.test(after) ? -1 : 0;
  if (sign === '’' && isAfter && isBefore) return 1;
  if (isAfter && isBefore) return -3;
  if (/[¿¡«»“”‘’…–—€ªº°]/.test(sign)) return 0;
  return isAfter || isBefore ? -2 : -1;
}
