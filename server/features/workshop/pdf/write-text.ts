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

/** Writes a text in one line; with a `width`, in millimetres, a longer one is cut off. */
export function writeLine(
  document: Document,
  text: string,
  { x, y, align = 'left', width, ...style }: Spot & TextStyle & { width?: number },
): void {
  const [shown = ''] = width ? breakLines(document, text, { ...style, width, most: 1 }) : [text];
  const line = printableText(shown).replaceAll(/\s+/g, ' ');
  setStyle(document, style);
  const left = align === 'left' ? x : x - document.widthOfString(line) / 2;
  document.text(line, left, y + style.size * CAP, { lineBreak: false, baseline: 'alphabetic' });
}

/** Returns the width of a line, in millimetres. */
export function lineWidth(document: Document, text: string, style: TextStyle): number {
  setStyle(document, style);
  return document.widthOfString(printableText(text));
}

/**
 * Breaks a text into lines of at most `width` millimetres: between words, a longer word at its
 * hyphens or else anywhere. After `most` lines the text is cut off with an ellipsis.
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
  const fits = (line: string) => document.widthOfString(line) <= width;
  const lines: string[] = [];
  for (const paragraph of printableText(text).split('\n')) {
    let line = '';
    for (const word of paragraph.split(/ +/)) {
      for (const [at, part] of cut(word, fits).entries()) {
        const longer = line === '' || at > 0 ? `${line}${part}` : `${line} ${part}`;
        if (fits(longer)) {
          line = longer;
        } else {
          lines.push(line);
          line = part;
        }
      }
    }
    lines.push(line);
  }
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  return [...kept.slice(0, -1), shorten(kept.at(-1) ?? '', fits)];
}

function shorten(line: string, fits: (line: string) => boolean): string {
  const letters = Array.from(line.trimEnd());
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Splits a word into the parts between which it may be broken; a word that fits is one part. */
function cut(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word)) return [word];
  return word.split(/(?<=-)/).flatMap((part) => cutAnywhere(part, fits));
}

function cutAnywhere(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word)) return [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part !== '' && !fits(part + letter)) {
      parts.push(part);
      part = '';
    }
    part += letter;
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
const SIGNS = new Set('□€‚„…†‡ˆ‰‹‘’“”•–—˜™›');

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
