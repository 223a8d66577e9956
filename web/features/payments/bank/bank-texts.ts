import type {
  StatementAnswer,
  StatementMatch,
  StatementResults,
} from '#contract/payments/statements.ts';
import { formatShortDay } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import type { Layout } from '#domain/payments/statement-layout.ts';

/** What a column of the list may hold, as the owner chooses it. */
export const COLUMN_TEXTS: readonly (readonly [keyof Layout, string])[] = [
  ['date', 'Fecha'],
  ['text', 'Descripción'],
  ['amount', 'Monto con signo'],
  ['credit', 'Abonos'],
  ['debit', 'Cargos'],
  ['name', 'Quién paga'],
  ['rut', 'RUT'],
];

/** Returns what was read, such as `60 movimientos, del 1/11 al 28/11. 2 ya tienen su pago.` */
export function describeRead({ rows, skipped, known, from, to }: StatementAnswer['statement']) {
  const days =
    from === to
      ? `del ${formatShortDay(from)}`
      : `del ${formatShortDay(from)} al ${formatShortDay(to)}`;
  const sentences = [
    `${count(rows, 'movimiento', 'movimientos')}, ${days}`,
    ...(skipped > 0 ? [`${count(skipped, 'fila', 'filas')} sin movimiento`] : []),
    ...(known > 0 ? [known === 1 ? '1 ya tiene su pago' : `${known} ya tienen su pago`] : []),
  ];
  return `${sentences.join('. ')}.`;
}

/** Returns who paid and when, such as `12/11 · TRANSF DE ANA ROJAS`. */
export function describeRow({ row: { date, name, text } }: StatementMatch): string {
  return [formatShortDay(date), name, text].filter((part) => part !== '').join(' · ');
}

/** Returns what the button does with the chosen movements. */
export function describeChosen(chosen: readonly StatementMatch[]): string {
  const sum = chosen
    .flatMap(({ orders }) => orders)
    .reduce((total, { amount }) => total + amount, 0);
  if (chosen.length === 0) return 'Anotar pagos';
  return `Anotar ${count(chosen.length, 'pago', 'pagos')} (${formatPesos(sum)})`;
}

/** Returns what was noted, or taken back. */
export function describeNoted(results: StatementResults['results'], isUndone: boolean): string {
  const done = results.filter(({ success }) => success).length;
  const noted = count(done, 'pago', 'pagos');
  if (isUndone) return `${noted} ${done === 1 ? 'quitado' : 'quitados'}`;
  return `${noted} ${done === 1 ? 'anotado' : 'anotados'} con el día del banco`;
}

function count(of: number, one: string, many: string): string {
  return `${of.toLocaleString('es-CL')} ${of === 1 ? one : many}`;
}
