import type { SalesQuery } from '#contract/sales.ts';
import { formatDay } from '#domain/dates.ts';
import type { Period } from '#domain/periods.ts';

/** What the owner can look back at, by the word that stands for it in the select. */
export const ranges: Readonly<Record<string, SalesQuery & { label: string }>> = {
  weeks12: { by: 'week', last: 12, label: 'Últimas 12 semanas' },
  weeks26: { by: 'week', last: 26, label: 'Últimas 26 semanas' },
  weeks52: { by: 'week', last: 52, label: 'Últimas 52 semanas' },
  months12: { by: 'month', last: 12, label: 'Últimos 12 meses' },
  months24: { by: 'month', last: 24, label: 'Últimos 24 meses' },
};

const month = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'UTC',
  month: 'short',
  year: 'numeric',
});

/** Returns a week's Monday, or a month's name. */
export function shortLabel(by: Period, from: string): string {
  return by === 'week' ? formatDay(from) : month.format(new Date(`${from}T00:00:00Z`));
}

/** Returns what people call a week, by its Monday, or a month. */
export function periodLabel(by: Period, from: string): string {
  return by === 'week' ? `Semana del ${shortLabel(by, from)}` : shortLabel(by, from);
}

/** Returns a share such as `40 %`; a dash of nothing. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
}

/** Returns such as `1 pedido` or `1.234 pedidos`. */
export function countOrders(count: number): string {
  return count === 1 ? '1 pedido' : `${count.toLocaleString('es-CL')} pedidos`;
}
