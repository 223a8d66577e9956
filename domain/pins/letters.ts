import type { Press } from './pin.ts';
import { type PinText, placeOf, TEXT_FONTS, type TextFont, type TextPlace } from './text.ts';

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
/** Fractions of the safe circle's radius: a text's middle, from the centre, and its capitals. */
const STRAIGHT = { middle: 0.5, capital: 0.28 };
const ROUND = { capital: 0.26 };
/** Radius of the arc of a round text that runs through the pin's centre, of the safe circle's. */
const ARCH = 0.8;
/** In a longer arc the outer letters would be upside down. */
const MAX_ARC = (Math.PI * 4) / 3;
/** A large text's maximum height, of a medium one's, and a small text's height, of a medium one's. */
const SIZES = { large: 1.4, small: 0.7 };

type Style = Pick<PinText, 'font' | 'path' | 'place' | 'size'>;

/**
 * Returns the positions of a text's letters on a pin, as large as they fit; in millimetres from the
 * pin's centre. A straight text is centred on a chord of the safe circle; a round one follows its
 * upper or lower arc, or an arc through its middle.
 * @param advances width of each letter, in ems; there is no other kerning
 */
export function placeText(
  style: Style,
  { safeMm }: Pick<Press, 'safeMm'>,
  advances: readonly number[],
): TextPlacement {
  const heights = TEXT_FONTS[style.font];
  const width = advances.reduce((sum, advance) => sum + advance, 0);
  const [place, radius] = [placeOf(style), safeMm / 2];
  const draw = style.path === 'straight' ? placeStraight : ROUND_LINES[place];
  const { fitting, capital, lineOf } = draw({ heights, radius, width, place });
  const wanted = (radius * capital * (style.size === 'large' ? SIZES.large : 1)) / heights.capital;
  const size = Math.min(fitting, wanted) * (style.size === 'small' ? SIZES.small : 1);
  const at = lineOf(size);
  let from = -width / 2;
  const letters = advances.map((advance) => {
    const letter = at(from, advance);
    from += advance;
    return letter;
  });
  return { size, letters, isTooSmall: size * heights.capital < MIN_CAPITAL_MM };
}

type Text = {
  heights: { capital: number; top: number; bottom: number };
  /** Radius of the safe circle. */
  radius: number;
  /** In ems. */
  width: number;
  place: TextPlace;
};
type Line = {
  /** The largest size that lies within the safe circle. */
  fitting: number;
  /** Height of a medium text's capitals, as a fraction of the radius. */
  capital: number;
  /** Returns the position of a letter that begins so many ems from the text's middle. */
  lineOf: (size: number) => (from: number, advance: number) => PlacedLetter;
};

function placeStraight({ heights, radius, width, place }: Text): Line {
  const { capital, top, bottom } = heights;
  const middle = { top: -1, middle: 0, bottom: 1 }[place] * radius * STRAIGHT.middle;
  const across = width + OUTLINE_EM;
  // The outer corners of the text touch the circle: the upper ones have room for an accent.
  const down = OUTLINE_EM + (place === 'bottom' ? capital + bottom : 2 * top - capital + bottom);
  const square = across ** 2 + down ** 2;
  const free = square * (radius ** 2 - middle ** 2) + (middle * down) ** 2;
  const fitting = (2 * (Math.sqrt(free) - Math.abs(middle) * down)) / square;
  return {
    ...{ fitting, capital: STRAIGHT.capital },
    lineOf: (size) => {
      const y = middle + ((capital - bottom) / 2) * size;
      return (from) => ({ x: from * size, y, angle: 0 });
    },
  };
}

const ROUND_LINES = {
  top: ({ heights, radius, width }) => {
    const above = heights.top + OUTLINE_EM / 2;
    const fitting = (MAX_ARC * radius) / (width + MAX_ARC * above);
    const lineOf = (size: number) => roundLine(size, { base: radius - above * size });
    return { fitting, ...ROUND, lineOf };
  },
  middle: ({ heights, radius, width }) => {
    const { capital, top, bottom } = heights;
    const lift = (capital - bottom) / 2;
    // No letter reaches further from the centre than along the arc and then up.
    const fitting = radius / (width / 2 + top - lift + OUTLINE_EM / 2);
    const centre = radius * ARCH;
    const lineOf = (size: number) => roundLine(size, { base: centre - lift * size, centre });
    return { fitting, capital: STRAIGHT.capital, lineOf };
  },
  bottom: ({ heights, radius, width }) => {
    const { capital, bottom } = heights;
    const below = bottom + OUTLINE_EM / 2;
    // The letters stand inside the arc, where it is shorter: their middles have their widths.
    const middle = capital / 2;
    const fitting = (MAX_ARC * radius) / (width + MAX_ARC * (below + middle));
    const lineOf = (size: number) => {
      const base = radius - below * size;
      return roundLine(size, { base, measured: base - middle * size, isBelow: true });
    };
    return { fitting, ...ROUND, lineOf };
  },
} satisfies Record<TextPlace, (text: Text) => Line>;

type Arc = {
  /** Radius of the base line. */
  base: number;
  /** How far below the pin's centre that of the arc is. */
  centre?: number;
  /** Radius at which the letters have their widths. */
  measured?: number;
  /** The lower half of the circle, whose letters point to its centre. */
  isBelow?: boolean;
};

function roundLine(size: number, { base, centre = 0, measured = base, isBelow = false }: Arc) {
  const side = isBelow ? -1 : 1;
  return (from: number, advance: number): PlacedLetter => {
    const turn = ((from + advance / 2) * size) / measured;
    const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
    // The circle is tangent to the letter's middle, not to its origin.
    const back = (advance / 2) * size;
    const [x, y] = [base * sin - back * cos, -base * cos - back * sin];
    return { x, y: centre + side * y, angle: (side * turn * 180) / Math.PI };
  };
}
