import { formatPesos } from '#domain/base/money.ts';
import { describeDays } from '#domain/delivery/promise.ts';
import { MAX_QUANTITY } from '#domain/pins/images.ts';
import {
  describePins,
  freeShipping,
  longerWays,
  otherWayDays,
  otherWayPrices,
  shippingPlaces,
} from './delivery-prices.ts';
import { type LegalText, nameSeller, type Offer, reachSeller, type Seller } from './document.ts';
import { depositInWords, payment, paymentThatCounts } from './payment.ts';
import { withdrawal } from './withdrawal.ts';
/**
 * Rights and duties of buyer and seller. Sources: Ley 19.496, arts. 3 bis, 12 A, 20, 21, 30 and 50
 * A; Decreto 6 of 2021 of the Ministerio de Economía (electronic commerce).
 */
export function terms(offer: Offer): LegalText {
  return {
    title: 'Términos y condiciones',
    version: offer.termsVersion,
    intro: 'Las reglas de tu compra, en palabras simples. Al confirmar un pedido las aceptas.',
    sections: [...purchase(offer), ...delivery(offer), ...afterwards(offer.seller)],
  };
}

function purchase({ seller, pins, shipping, paysBy, ways }: Offer): LegalText['sections'] {
  const places = shippingPlaces(shipping).map(({ name, price }, at, all) => {
    const last = at === all.length - 1;
    return `${formatPesos(price)} ${last ? 'al resto de Chile' : `a ${name}`}`;
  });
  const free = freeShipping(shipping);
  return [
    {
      title: 'Quién vende',
      blocks: [
        `${nameSeller(seller)}. ${reachSeller(seller)}.`,
        'En este texto, «nosotros» es la tienda y «tú» eres quien compra.',
      ],
    },
    {
      title: 'Qué vendemos y cuánto cuesta',
      blocks: [
        'Pines (chapitas) con las imágenes que tú subes, hechos a pedido, uno por uno.',
        [
          ...describePins(pins),
          `Puedes pedir de 1 a ${MAX_QUANTITY} por imagen.`,
          `El envío se cobra una vez por pedido: ${places.join(', ')}.${free ? ` ${free}` : ''}`,
          ...otherWayPrices({ ways }),
          'Un código de descuento rebaja los pines o deja gratis el envío, según cuál sea. Sirve mientras esté activo, dentro de sus fechas y mientras le queden usos; puede pedir un mínimo en pines o valer una vez por persona.',
          'Los precios están en pesos chilenos e incluyen los impuestos.',
          'El resumen te muestra el total con envío antes de confirmar. Ese es el total que pagas.',
        ],
      ],
    },
    {
      title: 'Cómo se hace el pedido',
      blocks: [
        'Subes tus imágenes, eliges cuántos pines quieres de cada una, escribes dónde los recibes y revisas el resumen. Hasta ese último paso puedes volver atrás y corregir.',
        'Con «Confirmar pedido» nos lo envías y aceptas estas condiciones. Guardamos con tu pedido la versión que aceptaste y te la mandamos por correo.',
      ],
    },
    {
      title: 'Cuándo hay contrato',
      blocks: [
        paysBy === null
          ? 'En la página no se paga nada. Después de tu pedido te contactamos por correo, teléfono o WhatsApp para coordinar el pago y el envío.'
          : `Enviar el pedido no cobra nada. Después lo pagas con ${paysBy}, en su propia página, o como lo coordinemos por correo, teléfono o WhatsApp.`,
        'El contrato queda hecho cuando te confirmamos el pedido por escrito (Ley 19.496, artículo 12 A). El correo automático solo avisa que tu pedido llegó.',
        'Antes de esa confirmación puedes arrepentirte sin costo. Si nosotros no podemos tomar tu pedido, te decimos por qué y no debes nada.',
      ],
    },
  ];
}

function delivery({ seller, delivery: promise, ways, deposit }: Offer): LegalText['sections'] {
  const longer = longerWays(promise);
  return [
    {
      title: 'Fabricación y entrega',
      blocks: [
        `Empezamos a fabricar cuando confirmamos ${paymentThatCounts(deposit)}. Desde ese día, la entrega toma ${describeDays(promise)} (de lunes a viernes, sin feriados) en la dirección que escribiste.`,
        ...depositInWords({ deposit, ways }),
        ...(longer ? [longer] : []),
        ...otherWayDays({ ways }),
        'Si nos vamos a atrasar, te avisamos y tú eliges: esperar, o que te devolvamos todo lo que pagaste.',
        'Si el envío vuelve porque la dirección estaba mal o no había quien lo recibiera, coordinamos contigo otro envío, que tendría su propio costo.',
      ],
    },
    {
      title: 'Cambiar o anular',
      blocks: [
        `Mientras no hayamos empezado a fabricar, puedes cambiar o anular tu pedido sin costo. Si ya pagaste, te devolvemos todo a más tardar en 10 días. ${reachSeller(seller)}, con el número de tu pedido.`,
        'Una vez que empezamos, ya no se puede, porque tus pines no le sirven a nadie más. Tu garantía legal sigue intacta.',
      ],
    },
    {
      title: 'Tus imágenes',
      blocks: [
        'Tus imágenes siguen siendo tuyas. Las usamos solo para hacer tu pedido y mostrártelo.',
        'Al subirlas nos dices que son tuyas o que tienes permiso de quien las hizo y de quienes aparecen en ellas. No imprimimos:',
        [
          'imágenes que pasen a llevar derechos de autor, marcas o la imagen de otra persona;',
          'contenido ilegal, o que llame al odio o a la violencia;',
          'contenido que dañe a niñas, niños o adolescentes.',
        ],
        'Si no podemos imprimir una imagen, te avisamos antes de cobrarte: la cambias o anulas sin costo.',
        'Una imagen muy pequeña puede verse borrosa; al subirla te avisamos. El color impreso puede variar un poco respecto de tu pantalla.',
      ],
    },
  ];
}

function afterwards(seller: Seller): LegalText['sections'] {
  return [
    {
      title: 'Si algo sale mal: garantía legal',
      blocks: [
        'Si tus pines llegan con fallas, mal impresos, incompletos o distintos de lo que pediste, tienes 6 meses desde que los recibes para elegir entre:',
        [
          'que los reparemos gratis;',
          'que los hagamos de nuevo; o',
          'que te devolvamos tu dinero.',
        ],
        `Es tu derecho según los artículos 20 y 21 de la Ley 19.496. Los envíos por garantía los pagamos nosotros. No cubre daños por mal uso. ${reachSeller(seller)}, con el número de tu pedido; una foto ayuda.`,
      ],
    },
    {
      title: 'Derecho a retracto',
      blocks: [
        'Tus pines se hacen según lo que tú pides. Por eso no tienen derecho a retracto (Ley 19.496, artículo 3 bis, letra b), salvo que no cumplan lo que pediste. Lo explicamos en «Derecho a retracto».',
      ],
    },
    {
      title: 'Tus datos',
      blocks: [
        'Los usamos para hacer, cobrar y entregar tu pedido. Lo explicamos en «Privacidad».',
      ],
    },
    {
      title: 'Si no quedas conforme',
      blocks: [
        `Queremos resolverlo contigo. ${reachSeller(seller)}.`,
        'También puedes reclamar ante el SERNAC (www.sernac.cl, 800 700 100) o ante el juzgado de policía local.',
      ],
    },
    {
      title: 'Si estas condiciones cambian',
      blocks: [
        'Publicamos la versión nueva con su fecha. Para tu pedido vale la que estaba publicada cuando lo confirmaste.',
      ],
    },
  ];
}

/** Returns the texts that a buyer accepts by ordering, all of one version. */
export function agreement(offer: Offer): readonly LegalText[] {
  return [terms(offer), withdrawal(offer), payment(offer)];
}
