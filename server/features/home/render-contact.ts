import { type Html, html } from '../../html.ts';
import type { Site } from './site.ts';

/** How to order without the page's script; nothing when the shop has named no way. */
export function renderContact({ shop: { email, whatsapp } }: Site): Html {
  const ways = [
    ...(email ? [html`al correo <a href="mailto:${email}">${email}</a>`] : []),
    ...(whatsapp
      ? [html`por <a href="https://wa.me/${whatsapp.replace(/\D/g, '')}">WhatsApp ${whatsapp}</a>`]
      : []),
  ];
  const [first, second] = ways;
  if (!first) return html``;
  const list = second ? html`${first} o ${second}` : first;
  return html`También puedes escribirnos ${list}, y tomamos tu pedido por ahí.`;
}
