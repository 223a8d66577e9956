import { formatPesos } from '../money.ts';
import { SHIPPING_CHILLAN, SHIPPING_STANDARD } from '../pricing.ts';
import { type LegalText, reachSeller, type Seller } from './document.ts';
import { DELIVERY_TIME, TERMS_VERSION } from './versions.ts';

/** How paying and delivery work; part of the terms. */
export function payment(seller: Seller): LegalText {
  return {
    title: 'Cómo pagar y despacho',
    version: TERMS_VERSION,
    intro: 'Primero pides, después pagas. Así funciona.',
    sections: [
      {
        title: 'El pago',
        blocks: [
          [
            'Confirmas tu pedido. En la página no se paga nada ni te pedimos datos de tarjetas.',
            'Te contactamos por correo, teléfono o WhatsApp para coordinar cómo pagas.',
            'Pagas el total de tu resumen, ni un peso más. Nunca te pediremos claves.',
            'Con el pago confirmado, empezamos a fabricar.',
          ],
        ],
      },
      {
        title: 'El envío',
        blocks: [
          [
            {
              name: 'Chillán y Chillán Viejo',
              text: `${formatPesos(SHIPPING_CHILLAN)} por pedido.`,
            },
            { name: 'Resto de Chile', text: `${formatPesos(SHIPPING_STANDARD)} por pedido.` },
          ],
          `Llega a tu puerta en ${DELIVERY_TIME} (de lunes a viernes, sin feriados), contados desde que confirmamos tu pago.`,
        ],
      },
      {
        title: 'Cómo va mi pedido',
        blocks: [
          'Te avisamos por correo cada vez que cambia de estado, con el número de seguimiento si el transporte da uno. El correo de tu pedido trae un enlace para verlo; con una cuenta lo encuentras también en «Mi Perfil».',
        ],
      },
      { title: '¿Dudas?', blocks: [`${reachSeller(seller)}.`] },
    ],
  };
}
