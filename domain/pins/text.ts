import type { Press } from './pin.ts';

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

export const TEXT_PATHS = { straight: 'Recto, abajo', circle: 'En círculo, arriba' } as const;
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

export const FIRST_STYLE: Omit<PinText, 'value'> = {
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

/** Returns what of a text the fonts do not have, such as an emoji, each once. */
export function findUnwritable(text: string): string[] {
  const letters = Array.from(new Intl.Segmenter('es').segment(text), ({ segment }) => segment);
  return [...new Set(letters.filter((letter) => !WRITABLE.test(letter)))];
}

/** A letter of a text: its origin on the base line, from the pin's centre, y downwards. */
export type PlacedLetter = {
  x: number;
  y: number;
  /** In degrees clockwise. */
  angle: number;
};

export type TextPlacement = {
  /** Of an em, in millimetres. */
  size: number;
  letters: PlacedLetter[];
  /** The text is so long that its letters are hard to read. */
  isTooSmall: boolean;
};

/** Thickness of an outline, half of it outside the letters, in ems. */
export const OUTLINE_EM = 0.14;
/** Least height of a capital that is read with ease, in millimetres. */
const MIN_CAPITAL_MM = 1.5;
/** Shares of the safe circle's radius. */
const STRAIGHT = { middle: 0.5, capital: 0.28 };
const ROUND = { capital: 0.26 };
/** A longer arc has letters that stand on their heads. */
const MAX_ARC = (Math.PI * 4) / 3;

/**
 * Returns where the letters of a text lie on a pin, as large as they fit: all in millimetres from
 * the pin's centre. Straight ones are centred on a chord in the lower third of the safe circle;
 * those on a circle stand along its upper arc.
 * @param advances width of each letter, in ems; nothing else moves letters closer or apart
 */
export function placeText(
  { font, path }: Pick<PinText, 'font' | 'path'>,
  { safeMm }: Pick<Press, 'safeMm'>,
  advances: readonly number[],
): TextPlacement {
  const { capital } = TEXT_FONTS[font];
  const width = advances.reduce((sum, advance) => sum + advance, 0);
  const place = path === 'straight' ? placeStraight : placeRound;
  const { size, at } = place(TEXT_FONTS[font], safeMm / 2, width);
  let from = -width / 2;
  const letters = advances.map((advance) => {
    const letter = at(from, advance);
    from += advance;
    return letter;
  });
  return { size, letters, isTooSmall: size * capital < MIN_CAPITAL_MM };
}

type Heights = { capital: number; top: number; bottom: number };
type Line = {
  size: number;
  /** Returns the place of a letter that begins so many ems from the text's middle. */
  at: (from: number, advance: number) => PlacedLetter;
};

function placeStraight({ capital, bottom }: Heights, radius: number, width: number): Line {
  const middle = radius * STRAIGHT.middle;
  const [across, down] = [width + OUTLINE_EM, capital + bottom + OUTLINE_EM];
  // The lower corners of the text touch the circle.
  const square = across ** 2 + down ** 2;
  const free = square * (radius ** 2 - middle ** 2) + (middle * down) ** 2;
  const fitting = (2 * (Math.sqrt(free) - middle * down)) / square;
  const size = Math.min(fitting, (radius * STRAIGHT.capital) / capital);
  const y = middle + ((capital - bottom) / 2) * size;
  return { size, at: (from) => ({ x: from * size, y, angle: 0 }) };
}

function placeRound({ capital, top }: Heights, radius: number, width: number): Line {
  const above = top + OUTLINE_EM / 2;
  const fitting = (MAX_ARC * radius) / (width + MAX_ARC * above);
  const size = Math.min(fitting, (radius * ROUND.capital) / capital);
  const base = radius - above * size;
  return {
    size,
    at(from, advance) {
      const turn = ((from + advance / 2) * size) / base;
      const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
      // Its middle, not its origin, is where the circle runs along with it.
      const back = (advance / 2) * size;
      const [x, y] = [base * sin - back * cos, -base * cos - back * sin];
      return { x, y, angle: (turn * 180) / Math.PI };
    },
  };
}
