import type { Seller } from '#domain/legal/document.ts';
import { isChatNumber } from '#domain/people/chat-number.mjs';
import { type Group, joinParts } from './group.ts';

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
    name: {
      kind: 'line',
      label: 'nombre',
      max: 60,
      missing: 'La tienda necesita un nombre',
      isWide: true,
    },
    rut: { kind: 'rut', label: 'RUT', hint: 'Por ejemplo, 12.345.678-5' },
    senderName: {
      kind: 'line',
      label: 'remitente de los correos',
      hint: 'Vacío: el nombre de la tienda',
      max: 60,
    },
    senderEmail: {
      kind: 'email',
      label: 'correo del remitente',
      hint: 'Vacío: el del servidor. Tu servidor de correo debe permitir este',
      mayBeMissing: true,
    },
    address: { kind: 'line', label: 'dirección', max: 200 },
    email: { kind: 'email', label: 'correo' },
    whatsapp: {
      kind: 'phone',
      label: 'WhatsApp',
      max: 30,
      format: { fits: isChatNumber, error: 'Escribe el número completo, como +56 9 1234 5678' },
    },
  },
  summarize: ({ name, email, whatsapp }) =>
    // The number stays on one line.
    joinParts([name, email, whatsapp.replaceAll(' ', '\u00a0')]),
};
