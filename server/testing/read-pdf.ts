import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPoppler } from './find-poppler.ts';

const run = promisify(execFile);
const MM_PER_INCH = 25.4;

/** A page as rendered by Poppler; lengths in millimetres. */
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

/** Reads a PDF with another program. */
export async function readPdf(file: Uint8Array, dpi = 150): Promise<ReadPdf> {
  const folder = await mkdtemp(join(tmpdir(), 'pines-pdf-'));
  try {
    const path = join(folder, 'read.pdf');
    await writeFile(path, file);
    await poppler('pdftoppm', '-r', String(dpi), path, join(folder, 'page'));
    const names = (await readdir(folder)).filter((name) => name.endsWith('.ppm')).sort();
    const pages = await Promise.all(names.map((name) => drawnPage(join(folder, name), dpi)));
    const text = await poppler('pdftotext', '-layout', path, '-');
    return { pages, texts: text.split('\f').slice(0, -1), pictures: await listPictures(path) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reads a PPM: 'P6', width, height and 255 as text, then three bytes for each pixel. */
async function drawnPage(path: string, dpi: number): Promise<DrawnPage> {
  const file = await readFile(path);
  const [head = '', width = '', height = ''] =
    /^P6\s(\d+)\s(\d+)\s255\s/.exec(file.subarray(0, 40).toString('latin1')) ?? [];
  const info = { width: Number(width), height: Number(height) };
  const data = file.subarray(head.length);
  const perMm = dpi / MM_PER_INCH;
  return {
    width: info.width / perMm,
    height: info.height / perMm,
    colourAt: (x, y) => {
      const at = 3 * (Math.floor(y * perMm) * info.width + Math.floor(x * perMm));
      return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    },
  };
}

/** Counts a picture that several pages show once, by its object number. */
async function listPictures(path: string): Promise<number[]> {
  const lines = (await poppler('pdfimages', '-list', path)).trim().split('\n').slice(2);
  const cells = lines.map((line) => line.trim().split(/\s+/));
  return [...new Map(cells.map((row) => [row[10], Number(row[3])])).values()];
}

async function poppler(name: string, ...args: string[]): Promise<string> {
  const folder = findPoppler();
  if (!folder) throw new Error('Poppler is missing: npm test installs it (poppler-utils)');
  const { stdout } = await run(join(folder, name), args, { maxBuffer: 64 * 1024 ** 2 });
  return stdout;
}
