import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findPoppler } from './find-poppler.ts';

const MM_PER_INCH = 25.4;
const POINTS_PER_INCH = 72;

/** A page, which Poppler renders when its first point is read; lengths in millimetres. */
export type DrawnPage = {
  width: number;
  height: number;
  /** Red, green and blue of a point, 0 to 255. */
  colourAt: (x: number, y: number) => [number, number, number];
};

export type ReadPdf = {
  pages: DrawnPage[];
  /** The text of each page, with its layout. */
  texts: string[];
  /** Width of each picture in the file, in pixels. */
  pictures: number[];
};

/** Reads a PDF with other programs, each of which runs when what it tells is first asked for. */
export function readPdf(file: Uint8Array, dpi = 150): ReadPdf {
  const known: Partial<ReadPdf> = {};
  return {
    get pages() {
      known.pages ??= listPages(file, dpi);
      return known.pages;
    },
    get texts() {
      known.texts ??= listTexts(file);
      return known.texts;
    },
    get pictures() {
      known.pictures ??= listPictures(file);
      return known.pictures;
    },
  };
}

function listTexts(file: Uint8Array): string[] {
  const text = poppler(file, 'pdftotext', '-layout', '-', '-').toString();
  return text.split('\f').slice(0, -1);
}

function listPages(file: Uint8Array, dpi: number): DrawnPage[] {
  const facts = poppler(file, 'pdfinfo', '-l', '-1', '-').toString();
  return [...facts.matchAll(/^Page +(\d+) size: +([\d.]+) x ([\d.]+) pts/gm)].map(
    ([, page = '', ...size]) => {
      const [width = 0, height = 0] = size.map(
        (points) => (Number(points) * MM_PER_INCH) / POINTS_PER_INCH,
      );
      let drawn: ReturnType<typeof drawPage> | undefined;
      const colourAt = (x: number, y: number) => {
        drawn ??= drawPage(file, page, dpi);
        return drawn(x, y);
      };
      return { width, height, colourAt };
    },
  );
}

/** Reads a PPM: 'P6', width, height and 255 as text, then three bytes for each pixel. */
function drawPage(file: Uint8Array, page: string, dpi: number): DrawnPage['colourAt'] {
  const drawn = poppler(file, 'pdftoppm', '-r', String(dpi), '-f', page, '-l', page, '-');
  const head = /^P6\s(\d+)\s\d+\s255\s/.exec(drawn.subarray(0, 40).toString('latin1'));
  const data = drawn.subarray(head?.[0].length);
  const width = Number(head?.[1]);
  const perMm = dpi / MM_PER_INCH;
  return (x, y) => {
    const at = 3 * (Math.floor(y * perMm) * width + Math.floor(x * perMm));
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  };
}

/** Counts a picture on several pages only once, by its object number. */
function listPictures(file: Uint8Array): number[] {
  const lines = poppler(file, 'pdfimages', '-list', '-').toString().trim().split('\n').slice(2);
  const cells = lines.map((line) => line.trim().split(/\s+/));
  return [...new Map(cells.map((row) => [row[10], Number(row[3])])).values()];
}

function poppler(input: Uint8Array, name: string, ...args: string[]): Buffer {
  const folder = findPoppler();
  if (!folder) throw new Error('Poppler is missing: npm test installs it (poppler-utils)');
  return execFileSync(join(folder, name), args, { input, maxBuffer: 64 * 1024 ** 2 });
}
