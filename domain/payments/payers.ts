/**
 * Limits above which banks report an account (Ley 21.713, Código Tributario, artículo 85 ter): more
 * than `month` different payers in a calendar month, or at least `semester` in a half-year.
 */
export const PAYER_LIMITS = { month: 50, semester: 100 } as const;
export const PAYER_SOURCE = {
  name: 'ChileAtiende',
  url: 'https://www.chileatiende.gob.cl/preguntas-frecuentes/ley-de-cumplimiento-tributario',
} as const;

/** Counting stops here: far above both limits an exact figure is of no use. */
export const MAX_PAYERS = 1000;

/** Number of different payers since the month and the half-year began. */
export type Payers = { month: number; semester: number };

/** Ways of payment that are no transfer to the shop's account. */
export const OTHER_WAYS = ['Efectivo', 'Tarjeta'] as const;

/** Returns the first day of a day's month and of its half-year; days such as `2026-03-09`. */
export function payerPeriods(day: string): { month: string; semester: string } {
  const [year, month] = day.split('-');
  return {
    month: `${year}-${month}-01`,
    semester: `${year}-${Number(month) <= 6 ? '01' : '07'}-01`,
  };
}

/** Returns true when banks report an account with so many payers. */
export function areReported({ month, semester }: Payers): boolean {
  return month > PAYER_LIMITS.month || semester >= PAYER_LIMITS.semester;
}
