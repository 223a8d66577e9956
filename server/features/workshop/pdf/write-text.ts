export type TextStyle = {
  /** Height of a letter's box, in millimetres. */
  size: number;
  isBold?: boolean;
  colour?: string;
};

/** Where a line of text is: its left end or its middle, and its upper edge. */
type Spot = { x: number; y: number; align?: 'left' | 'centre' };

type Document = PDFKit.PDFDocument;

export function writeLine(
  document: Document,
  text: string,
  { x, y, align = 'left', ...style }: Spot & TextStyle,
): void {
  const line = printableText(text).replaceAll('\n', ' ');
  setStyle(document, style);
  const left = align === 'left' ? x : x - document.widthOfString(line) / 2;
  document.text(line, left, y, { lineBreak: false });
}

/** Returns how long a line is, in millimetres. */
export function lineWidth(document: Document, text: string, style: TextStyle): number {
  setStyle(document, style);
  return document.widthOfString(printableText(text));
}

/** Breaks a text into lines of at most `width` millimetres, between words where that can be. */
export function breakLines(
  document: Document,
  text: string,
  { width, ...style }: TextStyle & { width: number },
): string[] {
  setStyle(document, style);
  const fits = (line: string) => document.widthOfString(line) <= width;
  const lines: string[] = [];
  for (const paragraph of printableText(text).split('\n')) {
    let line = '';
    for (const word of paragraph.split(/ +/).flatMap((each) => cut(each, fits))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
      } else {
        lines.push(line);
        line = word;
      }
    }
    lines.push(line);
  }
  return lines;
}

function cut(word: string, fits: (part: string) => boolean): string[] {
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
    .font(isBold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(colour);
}

/** What Windows-1252, which PDF's own fonts speak, has besides Latin-1. */
const FURTHER = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/**
 * Returns a text in the letters of PDF's own fonts, which have all letters of Spanish. Others lose their
 * marks, such as `ḻ`; where that does not help they become `?`. Line breaks stay.
 */
export function printableText(text: string): string {
  return Array.from(text.normalize('NFC'), printable).join('');
}

function printable(letter: string): string {
  if (isPrintable(letter)) return letter;
  const plain = Array.from(letter.normalize('NFKD').replaceAll(/\p{M}/gu, ''));
  if (plain.length === 0) return '';
  return plain.every(isPrintable) ? plain.join('') : '?';
}

function isPrintable(letter: string): boolean {
  return letter === '\n' || /^[\x20-\x7e\xa1-\xac\xae-\xff]$/.test(letter) || FURTHER.has(letter);
}
