import { FONTS } from './open-pdf.ts';

export type TextStyle = {
  /** Height of a letter's box, in millimetres. */
  size: number;
  isBold?: boolean;
  colour?: string;
};

/** Position of a line of text: `x` of its left end or its centre, `y` of its upper edge. */
type Spot = { x: number; y: number; align?: 'left' | 'centre' };

type Document = PDFKit.PDFDocument;

/** Distance from a line's upper edge to its baseline, as a multiple of its size. */
const CAP = 0.718;

type LineStyle = Spot &
  TextStyle & {
    width?: number;
    /** True: the text is not written again, so that its layout is not cached. */
    isUnique?: boolean;
  };

/** Writes a text in one line; with a `width`, in millimetres, a longer one is cut off. */
export function writeLine(
  document: Document,
  text: string,
  { x, y, align = 'left', width, isUnique = false, ...style }: LineStyle,
): void {
  const [shown = ''] = width ? breakLines(document, text, { ...style, width, most: 1 }) : [text];
  const line = printableText(shown).replaceAll(/\s+/g, ' ');
  setStyle(document, style);
  // Only layouts with a list of OpenType features are not cached.
  const options = isUnique ? { features: [] } : {};
  const left = align === 'left' ? x : x - document.widthOfString(line, options) / 2;
  const placed = { lineBreak: false, baseline: 'alphabetic', ...options } as const;
  document.text(line, left, y + style.size * CAP, placed);
}

/** Writes lines below each other. @returns the upper edge of what would be the next one */
export function writeLines(
  document: Document,
  lines: readonly string[],
  { y, apart, ...style }: LineStyle & { apart: number },
): number {
  for (const [at, line] of lines.entries()) {
    writeLine(document, line, { ...style, y: y + apart * at });
  }
  return y + apart * lines.length;
}

/** Returns the width of a line, in millimetres. */
export function lineWidth(document: Document, text: string, style: TextStyle): number {
  setStyle(document, style);
  return document.widthOfString(printableText(text));
}

/**
 * Breaks a text into lines of at most `width` millimetres: between words, a longer word at its
 * hyphens or else anywhere. The last of `most` lines is filled and cut off with an ellipsis.
 */
export function breakLines(
  document: Document,
  text: string,
  {
    width,
    most = Number.POSITIVE_INFINITY,
    ...style
  }: TextStyle & { width: number; most?: number },
): string[] {
  setStyle(document, style);
  const widthOf = (line: string) => document.widthOfString(line);
  const fits = (line: string) => widthOf(line) <= width;
  const lines: string[] = [];
  for (const paragraph of printableText(text).split('\n')) {
    if (lines.length === most) return [...lines.slice(0, -1), shorten(lines.at(-1) ?? '', fits)];
    let line = '';
    for (const word of paragraph.split(/ +/)) {
      for (const [at, part] of cut(word, { fits, widthOf, width }).entries()) {
        const longer = line === '' || at > 0 ? `${line}${part}` : `${line} ${part}`;
        if (fits(longer)) {
          line = longer;
        } else if (lines.length === most - 1) {
          return [...lines, shorten(longer, fits)];
        } else {
          lines.push(line);
          line = part;
        }
      }
    }
    lines.push(line);
  }
  return lines;
}

function shorten(line: string, fits: (line: string) => boolean): string {
  const letters = Array.from(line.trimEnd());
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

type Measure = {
  fits: (part: string) => boolean;
  widthOf: (letter: string) => number;
  width: number;
};

/** No line has as many letters. */
const LONG_WORD = 150;

/** Splits a word into the parts between which it may be broken; a word that fits is one part. */
function cut(word: string, measure: Measure): string[] {
  if (word.length < LONG_WORD && measure.fits(word)) return [word];
  return word.split(/(?<=-)/).flatMap((part) => cutAnywhere(part, measure));
}

/** The widths of letters are added, without kerning: each is laid out and cached once. */
function cutAnywhere(word: string, { fits, widthOf, width }: Measure): string[] {
  if (word.length < LONG_WORD && fits(word)) return [word];
  const parts: string[] = [];
  let [part, taken] = ['', 0];
  for (const letter of word) {
    const own = widthOf(letter);
    if (part !== '' && taken + own > width) {
      parts.push(part);
      [part, taken] = ['', 0];
    }
    part += letter;
    taken += own;
  }
  return [...parts, part];
}

function setStyle(
  document: Document,
  { size, isBold = false, colour = '#000000' }: TextStyle,
): void {
  document
    .font(isBold ? FONTS.bold : FONTS.regular)
    .fontSize(size)
    .fillColor(colour);
}

/** The signs that the fonts have, and the box. */
const SIGNS = new Set('□€‚„…†‡ˆ‰‹‘’“”•–—˜™›−');

/**
 * Returns a text with only characters of the fonts: Latin, Greek and Cyrillic. Other letters lose
 * their diacritics; if that does not help, a letter or digit is replaced by a box, and any other
 * character, such as an emoji, is left out. Line breaks stay.
 */
export function printableText(text: string): string {
  return Array.from(text.normalize('NFC'), printable).join('');
}

function printable(letter: string): string {
  if (isPrintable(letter)) return letter;
  const plain = Array.from(letter.normalize('NFKD').replaceAll(/\p{M}/gu, ''));
  if (plain.every(isPrintable)) return plain.join('');
  return /[\p{L}\p{N}]/u.test(letter) ? '□' : '';
}

const LETTERS =
  /^[\x20-\x7e\xa1-\xac\xae-\u024f\u0386-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u0513\u1e00-\u1e9b\u1e9e\u1ea0-\u1ef9]$/;

function isPrintable(letter: string): boolean {
  return letter === '\n' || LETTERS.test(letter) || SIGNS.has(letter);
}
