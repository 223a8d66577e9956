import { delimiter } from 'node:path';
import { hasProgram } from './has-program.ts';

const PROGRAMS = ['pdftoppm', 'pdftotext', 'pdfinfo', 'pdfimages'];

/** Returns the folder of Poppler's programs, which read PDFs; null when it is not installed. */
export function findPoppler(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.find((folder) => PROGRAMS.every((name) => hasProgram(folder, name))) ?? null;
}
