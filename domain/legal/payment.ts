import { formatPesos } from '#domain/base/money.ts';
import { describeDays } from '#domain/delivery/promise.ts';
import type { DepositRule } from '#domain/payments/deposit.ts';
import {
  freeShipping,
  longerWays,
  otherWayDays,
  otherWayPrices,
  shippingPlaces,
} from './delivery-prices.ts';
import { type LegalText, type Offer, reachSeller } from './document.ts';

/** How payment and delivery work; part of the terms. */
export function payment(offer: Offer): LegalText {
  const { seller, shipping, delivery, paysBy, deposit, termsVersion } = offer;
  const free = freeShipping(shipping);
  const longer = longerWays(delivery);
  return {
    title: 'Cómo pagar y despacho',
    version: termsVersion,
    intro: 'Primero pides, después pagas. Así funciona.',
    sections: [
      {
        title: 'El pago',
        blocks: [
          [
            ...(paysBy === null
              ? [
                  'Confirmas tu pedido. En la página no se paga nada ni te pedimos datos de tarjetas.',
                  'Te contactamos por correo, teléfono o WhatsApp para coordinar cómo pagas.',
                ]
              : [
                  `Confirmas tu pedido y después lo pagas con ${paysBy}, en su propia página: los datos de tu tarjeta nunca pasan por la nuestra.`,
                  'Si prefieres pagar de otra forma, lo coordinamos por correo, teléfono o WhatsApp.',
                ]),
            'Pagas el total de tu resumen, ni un peso más. Nunca te pediremos claves.',
            'Con el pago confirmado, empezamos a fabricar.',
            ...depositInWords(offer),
          ],
        ],
      },
      {
        title: 'El envío',
        blocks: [
          [
            ...shippingPlaces(shipping).map(({ name, price }) => ({
              name,
              text: `${formatPesos(price)} por pedido.`,
            })),
            ...otherWayPrices(offer),
          ],
          ...(free ? [free] : []),
          `Llega a tu puerta en ${describeDays(delivery)} (de lunes a viernes, sin feriados), contados desde que confirmamos ${paymentThatCounts(deposit)}.`,
          ...(longer ? [longer] : []),
          ...otherWayDays(offer),
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

/** Says which part of an order is paid before it is made; empty: all of it. */
export function depositInWords({ deposit, ways }: Pick<Offer, 'deposit' | 'ways'>): string[] {
  const { depositPercent, depositFrom } = deposit;
  if (depositPercent === null) return [];
  const departure = ways?.pickup ? 'del despacho o del retiro' : 'del despacho';
  const from = depositFrom > 0 ? ` desde ${formatPesos(depositFrom)}` : '';
  return [
    `En pedidos${from} basta un abono del ${depositPercent} % para empezar; el saldo se paga antes ${departure}.`,
  ];
}

/** Says which payment the days to the door are counted from. */
export function paymentThatCounts({ depositPercent }: DepositRule): string {
  return depositPercent === null ? 'tu pago' : 'tu pago, o tu abono donde basta';
}

type Paying = Pick<Offer, 'paysBy' | 'deposit' | 'ways'>;

/** Returns how payment works, in short, for the home page. */
export function payingInWords({ paysBy, ...offer }: Paying): string {
  const how =
    paysBy === null
      ? 'En la página no se paga nada ni te pedimos datos de tarjetas: te contactamos por correo, teléfono o WhatsApp para coordinar el pago.'
      : `Pagas con ${paysBy} desde la página de tu pedido, o lo coordinamos por correo, teléfono o WhatsApp. Los datos de tu tarjeta nunca pasan por esta página.`;
  const total = 'Pagas el total de tu resumen, ni un peso más.';
  return ['Primero pides, después pagas.', how, total, ...depositInWords(offer)].join(' ');
}
