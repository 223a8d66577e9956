/** Longest text of a pin, in characters. */
export const MAX_TEXT_LENGTH = 40;

/** Fonts of the pins' texts, whose outlines are `letters/<font>.json`; heights in ems about the base line. */
export const TEXT_FONTS = {
  baloo: { label: 'Redonda', capital: 0.62, top: 0.84, bottom: 0.2 },
  anton: { label: 'De molde', capital: 0.86, top: 1.1, bottom: 0.31 },
  bitter: { label: 'Clásica', capital: 0.71, top: 0.96, bottom: 0.26 },
  pacifico: { label: 'Manuscrita', capital: 0.88, top: 1.15, bottom: 0.46 },
} as const;
export type TextFont = keyof typeof TEXT_FONTS;

export const TEXT_PATHS = { straight: 'Recto', circle: 'En círculo' } as const;
export type TextPath = keyof typeof TEXT_PATHS;

/** A line of text on a pin, such as a name. */
export type PinText = {
  value: string;
  font: TextFont;
  path: TextPath;
  /** `#rrggbb`. */
  colour: string;
  /** `#rrggbb`; null: the letters have no outline. */
  outline: string | null;
};

/** How a text is written, whatever it says. */
export type TextStyle = Omit<PinText, 'value'>;

export const FIRST_STYLE: TextStyle = {
  font: 'baloo',
  path: 'straight',
  colour: '#ffffff',
  outline: '#000000',
};

/** What every font has, as `tools/fonts/outlines.mjs` names it. */
const WRITABLE =
  /^[\x20-\x7e\xa1-\xac\xae-\u0131\u0134-\u017e\u0218-\u021b\u1e80-\u1e85ẞỲỳ‘’‚“”„–—•…€™]$/;

/** Returns a text as pins have it: composed, of one line, with single spaces. */
export function cleanPinText(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}

/** Made when it is first needed: old browsers have none. */
let graphemes: Intl.Segmenter | undefined;

/** Returns what of a text the fonts do not have, such as an emoji, each once. */
export function findUnwritable(text: string): string[] {
  if (Array.from(text).every((letter) => WRITABLE.test(letter))) return [];
  graphemes ??= new Intl.Segmenter('es');
  const letters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return [...new Set(letters.filter((letter) => !WRITABLE.test(letter)))];
}
