import { day, type Group, line, onOff } from './group.ts';
import { closedMessage, type Notice, noticeOn } from './notice-texts.ts';

export const notice: Group<Notice> = {
  label: 'Aviso',
  about: 'Para fechas especiales, o cuando no puedes recibir pedidos',
  usual: { text: '', from: null, to: null, ordersClosed: false, closedText: '' },
  fields: {
    text: line('aviso', 200, { hint: 'Una línea sobre la página de inicio' }),
    from: day('desde', { hint: 'Vacío: desde ya', isOptional: true }),
    to: day('hasta', { hint: 'Vacío: hasta que lo borres', isOptional: true }),
    ordersClosed: onOff(
      'sin recibir pedidos',
      'Nadie puede enviar un pedido; lo que llevan queda guardado en su navegador',
    ),
    closedText: line('motivo', 200, { hint: 'Por ejemplo, Volvemos el 15 de febrero' }),
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
