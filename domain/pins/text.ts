/** Maximum length of a pin's text, in characters. */
export const MAX_TEXT_LENGTH = 40;

/** Fonts of pin texts, with outlines in `letters/<font>.json`; heights in ems from base line. */
export const TEXT_FONTS = {
  baloo: { label: 'Redonda', capital: 0.62, top: 0.84, bottom: 0.2 },
  anton: { label: 'De molde', capital: 0.86, top: 1.1, bottom: 0.31 },
  bitter: { label: 'Clásica', capital: 0.71, top: 0.96, bottom: 0.26 },
  pacifico: { label: 'Manuscrita', capital: 0.88, top: 1.15, bottom: 0.46 },
} as const;
export type TextFont = keyof typeof TEXT_FONTS;

export const TEXT_PATHS = { straight: 'Recto', circle: 'En círculo' } as const;
export type TextPath = keyof typeof TEXT_PATHS;

export const TEXT_PLACES = { top: 'Arriba', middle: 'Al medio', bottom: 'Abajo' } as const;
export type TextPlace = keyof typeof TEXT_PLACES;

export const TEXT_SIZES = { small: 'Chica', medium: 'Mediana', large: 'Grande' } as const;
export type TextSize = keyof typeof TEXT_SIZES;

/** A line of text on a pin, such as a name. */
export type PinText = {
  value: string;
  font: TextFont;
  path: TextPath;
  /** `#rrggbb`. */
  colour: string;
  /** `#rrggbb`; null: the letters have no outline. */
  outline: string | null;
  /** Omitted: as `placeOf` says. */
  place?: TextPlace | undefined;
  /** Omitted: medium. */
  size?: TextSize | undefined;
};

/** The style of a text, without its words. */
export type TextStyle = Omit<PinText, 'value'>;

export const FIRST_STYLE: TextStyle = {
  font: 'baloo',
  path: 'straight',
  colour: '#ffffff',
  outline: '#000000',
};

/** Returns where a text lies: a straight one without a place of its own below, a round one above. */
export function placeOf({ path, place }: Pick<PinText, 'path' | 'place'>): TextPlace {
  return place ?? (path === 'straight' ? 'bottom' : 'top');
}

/** The characters that every font has, as in `tools/fonts/outlines.mjs`. */
const WRITABLE =
  /^[\x20-\x7e\xa1-\xac\xae-\u0131\u0134-\u017e\u0218-\u021b\u1e80-\u1e85ẞỲỳ‘’‚“”„–—•…€™]$/;

/** Returns a text as pins store it: in composed form, on one line, with single spaces. */
export function cleanPinText(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}

/** Created on first use: old browsers do not have it. */
let graphemes: Intl.Segmenter | undefined;

/** Returns the characters that the fonts lack, such as emoji, each once. */
export function findUnwritable(text: string): string[] {
  if (Array.from(text).every((letter) => WRITABLE.test(letter))) return [];
  graphemes ??= new Intl.Segmenter('es');
  const letters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return [...new Set(letters.filter((letter) => !WRITABLE.test(letter)))];
}
