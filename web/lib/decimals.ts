import { formatPesos } from '#domain/base/money.ts';

/** Reads a number with a decimal comma, as written in Chile; NaN if invalid. */
export function readNumber(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}

const WHOLE = /^-?(\d+|\d{1,3}(\.\d{3})+)$/;

/** The signs before an amount as the shop writes it, such as `−$5.000`. */
const SIGNS = /^([-−–]?)\s*\$?\s*/;

/**
 * The same for pesos or counts, which may have points as thousands separators and a peso sign:
 * `25.000`. NaN too if the points stand elsewhere, as in `25.00`.
 */
export function readWhole(typed: string): number {
  const text = typed.trim().replace(SIGNS, (_, minus: string) => (minus ? '-' : ''));
  if (WHOLE.test(text)) return Number(text.replaceAll('.', ''));
  const number = readNumber(text);
  return Number.isInteger(number) ? Number.NaN : number;
}

/** Returns what is wrong with an amount of pesos that was typed; undefined: nothing. */
export function pesosProblem(amount: number, max = Number.MAX_SAFE_INTEGER): string | undefined {
  if (!Number.isInteger(amount) || amount < 1) return 'Escribe un monto en pesos, sin decimales';
  return amount > max ? `Puede ser de hasta ${formatPesos(max)}` : undefined;
}

/** Writes a number with a decimal comma. */
export function writeNumber(value: number): string {
  return String(value).replace('.', ',');
}
