/** Paper sizes, upright, in millimetres: ISO 216, and ANSI A, which Chile calls 'Carta'. */
export const PAPERS = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
  a3: { width: 297, height: 420 },
} as const;

export type Paper = keyof typeof PAPERS;

export const PAPER_NAMES = ['a4', 'letter', 'a3'] as const satisfies readonly Paper[];

export const paperLabels: Readonly<Record<Paper, string>> = { a4: 'A4', letter: 'Carta', a3: 'A3' };

/** Factors that correct a printer, across and down; lengths are multiplied by them. */
export type PaperScale = { readonly scaleX: number; readonly scaleY: number };

export const SCALE_LIMITS = [0.9, 1.1] as const;

export const TRUE_SCALE: PaperScale = { scaleX: 1, scaleY: 1 };

/** Length of the calibration page's lines, in millimetres. */
export const CALIBRATION_MM = 100;

/** Returns the scale factor, to four decimals, for a 100 mm line whose printed length is this. */
export function scaleOfRuler(measured: number): number {
  return Math.round((CALIBRATION_MM / measured) * 10_000) / 10_000;
}
