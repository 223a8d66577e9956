import type { Seller } from '#domain/legal/document.ts';
import { isChatNumber } from '#domain/people/chat-number.mjs';
import { email, type Group, joinParts, line, phone, rut } from './group.ts';

type SellerSettings = Seller & {
  /** Of the mails; empty: the shop's name. */
  senderName: string;
  /** The address that mails are sent from; empty: that of the configuration. */
  senderEmail: string;
};

export const seller: Group<SellerSettings> = {
  label: 'Quién vende',
  about: 'Al pie de la página, en los correos y en los textos legales; lo vacío no se muestra',
  // The configuration has others.
  usual: {
    ...{ name: 'Pines', rut: '', senderName: '', senderEmail: '' },
    ...{ address: '', email: '', whatsapp: '' },
  },
  fields: {
    name: line('nombre', 60, { missing: 'La tienda necesita un nombre', isWide: true }),
    rut: rut('RUT', { hint: 'Por ejemplo, 12.345.678-5' }),
    senderName: line('remitente de los correos', 60, { hint: 'Vacío: el nombre de la tienda' }),
    senderEmail: email('correo del remitente', {
      hint: 'Vacío: el del servidor. Tu servidor de correo debe permitir este',
      mayBeMissing: true,
    }),
    address: line('dirección', 200),
    email: email('correo'),
    whatsapp: phone('WhatsApp', 30, {
      format: { fits: isChatNumber, error: 'Escribe el número completo, como +56 9 1234 5678' },
    }),
  },
  summarize: ({ name, email, whatsapp }) =>
    // The number stays on one line.
    joinParts([name, email, whatsapp.replaceAll(' ', '\u00a0')]),
};
