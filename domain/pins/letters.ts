import type { Press } from './pin.ts';
import { type PinText, TEXT_FONTS, type TextFont } from './text.ts';

/** Units per em in the outlines. */
const EM = 1000;

/** A font's outlines by letter: its width and its path, with y downwards, such as `499 M38 0L…`. */
export type Letters = Readonly<Record<string, string>>;

/** Loads a font's outlines, which screen and print share. */
export async function loadLetters(font: TextFont): Promise<Letters> {
  const { default: letters } = await FILES[font]();
  return letters;
}

const FILES = {
  anton: () => import('./letters/anton.json', { with: { type: 'json' } }),
  baloo: () => import('./letters/baloo.json', { with: { type: 'json' } }),
  bitter: () => import('./letters/bitter.json', { with: { type: 'json' } }),
  pacifico: () => import('./letters/pacifico.json', { with: { type: 'json' } }),
} satisfies Record<TextFont, () => Promise<{ default: Letters }>>;

/** A letter to draw: its outline in thousandths of the text's size, and its position. */
type DrawnLetter = PlacedLetter & { outline: string };

export type DrawnText = {
  letters: DrawnLetter[];
  /** Millimetres per unit of the outlines. */
  scale: number;
  /** Thickness of the outline's line, in units of the outlines. */
  lineWidth: number;
  isTooSmall: boolean;
};

/** Returns a text's letters at their positions on a pin, in millimetres from its centre. */
export function drawText(text: PinText, press: Pick<Press, 'safeMm'>, font: Letters): DrawnText {
  const known = Array.from(text.value, (letter) => font[letter] ?? font['?'] ?? '0');
  const advances = known.map((letter) => Number.parseInt(letter, 10) / EM);
  const { size, letters, isTooSmall } = placeText(text, press, advances);
  return {
    letters: letters.map((place, at) => ({ ...place, outline: outlineOf(known[at] ?? '') })),
    scale: size / EM,
    lineWidth: OUTLINE_EM * EM,
    isTooSmall,
  };
}

function outlineOf(letter: string): string {
  return letter.slice(letter.indexOf(' ') + 1).replace(/^\d+$/, '');
}

/**
 * Returns a text as an SVG to lay over the square around a pin's circle.
 * @param square the visible length of the pin in millimetres, and its side in pixels
 */
export function writeTextSvg(
  drawn: DrawnText,
  text: PinText,
  { millimetres, side }: { millimetres: number; side: number },
): string {
  const { scale, lineWidth } = drawn;
  const paths = drawn.letters.map(
    ({ x, y, angle, outline }) =>
      `<path transform="translate(${x} ${y}) rotate(${angle}) scale(${scale})" d="${outline}"/>`,
  );
  const line = `fill="none" stroke="${text.outline}" stroke-width="${lineWidth}" stroke-linejoin="round"`;
  const from = -millimetres / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"`,
    ` viewBox="${from} ${from} ${millimetres} ${millimetres}">`,
    ...(text.outline ? [`<g ${line}>`, ...paths, '</g>'] : []),
    `<g fill="${text.colour}">`,
    ...paths,
    '</g></svg>',
  ].join('');
}

/** A letter's origin on the base line, from the pin's centre, with y downwards. */
type PlacedLetter = {
  x: number;
  y: number;
  /** Degrees clockwise. */
  angle: number;
};

export type TextPlacement = {
  /** Size of an em, in millimetres. */
  size: number;
  letters: PlacedLetter[];
  /** The text is so long that it is hard to read. */
  isTooSmall: boolean;
};

/** Thickness of an outline in ems; half of it lies outside the letters. */
const OUTLINE_EM = 0.14;
/** Minimum height of a capital that is easy to read, in millimetres. */
const MIN_CAPITAL_MM = 1.5;
/** Fractions of the safe circle's radius. */
const STRAIGHT = { middle: 0.5, capital: 0.28 };
const ROUND = { capital: 0.26 };
/** In a longer arc the outer letters would be upside down. */
const MAX_ARC = (Math.PI * 4) / 3;

/**
 * Returns the positions of a text's letters on a pin, as large as they fit; in millimetres from the
 * pin's centre. A straight text is centred on a chord in the lower third of the safe circle; a
 * round one follows its upper arc.
 * @param advances width of each letter, in ems; there is no other kerning
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
  /** Returns the position of a letter that begins so many ems from the text's middle. */
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
      // The circle is tangent to the letter's middle, not to its origin.
      const back = (advance / 2) * size;
      const [x, y] = [base * sin - back * cos, -base * cos - back * sin];
      return { x, y, angle: (turn * 180) / Math.PI };
    },
  };
}
