import type { Group } from './group.ts';

export type Notice = {
  /** A line above the home page; empty: none. */
  text: string;
  /** First and last day on which it is shown, such as `2026-03-09`; null: no bound. */
  from: string | null;
  to: string | null;
  ordersClosed: boolean;
  /** The reason, in the shop's own words. */
  closedText: string;
};

/** Returns the line to show on a day, such as `2026-03-09`; null when there is none. */
export function noticeOn({ text, from, to }: Notice, day: string): string | null {
  const isTime = (from === null || from <= day) && (to === null || day <= to);
  return text && isTime ? text : null;
}

/** Message for buyers while the shop takes no orders. */
export function closedMessage({ closedText }: Pick<Notice, 'closedText'>): string {
  return ['No recibimos pedidos por ahora', closedText.replace(/\.$/, '')]
    .filter(Boolean)
    .join('. ');
}

export const notice: Group<Notice> = {
  label: 'Aviso',
  about: 'Para fechas especiales, o cuando no puedes recibir pedidos',
  usual: { text: '', from: null, to: null, ordersClosed: false, closedText: '' },
  fields: {
    text: {
      kind: 'line',
      label: 'aviso',
      hint: 'Una línea sobre la página de inicio',
      max: 200,
      isWide: true,
    },
    from: { kind: 'day', label: 'desde', hint: 'Vacío: desde ya', isOptional: true },
    to: { kind: 'day', label: 'hasta', hint: 'Vacío: hasta que lo borres', isOptional: true },
    ordersClosed: {
      kind: 'switch',
      label: 'sin recibir pedidos',
      hint: 'Nadie puede enviar un pedido; lo que llevan queda guardado en su navegador',
    },
    closedText: {
      kind: 'line',
      label: 'motivo',
      hint: 'Por ejemplo, Volvemos el 15 de febrero',
      max: 200,
      isWide: true,
    },
  },
  rules: [
    {
      at: 'to',
      fits: ({ from, to }) => from === null || to === null || to >= from,
      error: 'El último día no puede ser antes del primero',
    },
  ],
  summarize: (values, today) => {
    const text = noticeOn(values, today) ?? 'Sin aviso por ahora';
    return values.ordersClosed ? `${closedMessage(values)}. ${text}` : text;
  },
};
