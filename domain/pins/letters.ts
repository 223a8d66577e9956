import type { Press } from './pin.ts';
import { OUTLINE_EM, type PlacedLetter, placeText } from './place-text.ts';
import type { PinText, TextFont } from './text.ts';

/** Units of an em in the outlines. */
const EM = 1000;

/** A font's outlines by letter: its width, and its path with y downwards, such as `499 M38 0L…`. */
export type Letters = Readonly<Record<string, string>>;

/** Loads a font's outlines, which screen and paper draw alike. */
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

/** A letter as it is drawn: its outline in thousandths of the text's size, and where it lies. */
type DrawnLetter = PlacedLetter & { outline: string };

export type DrawnText = {
  letters: DrawnLetter[];
  /** Of one unit of the outlines, in millimetres. */
  scale: number;
  /** Thickness of the outline's line, in units of the outlines. */
  lineWidth: number;
  isTooSmall: boolean;
};

/** Returns a text's letters where they are on a pin, in millimetres from its centre. */
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
 * Returns a text as an SVG, to be laid over the square around a pin's circle.
 * @param square how much it shows of the pin, in millimetres, and its side in pixels
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
