import type { Group } from './group.ts';
import { closedMessage, type Notice, noticeOn } from './notice-texts.ts';

export const notice: Group<Notice> = {
  label: 'Aviso',
  about: 'Para fechas especiales, o cuando no puedes recibir pedidos',
  usual: { text: '', from: null, to: null, ordersClosed: false, closedText: '' },
  fields: {
    text: { kind: 'line', label: 'aviso', hint: 'Una línea sobre la página de inicio', max: 200 },
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
