import { formatPesos } from '#domain/base/money.ts';
import type { DeliveryTerms } from '#domain/delivery/promise.ts';
import { regionName } from '#domain/delivery/regions.ts';
import { atPickup } from '#domain/delivery/way-texts.ts';
import type { ShippingPrices } from '#domain/orders/prices.ts';
import { describeMake, describePrice, type OfferedPins, type Pin } from '../pins/pin.ts';
import type { Offer } from './document.ts';

/** Returns the make and price of each pin on offer, as sentences. */
export function describePins([pin, ...others]: OfferedPins): string[] {
  if (others.length > 0) {
    return [pin, ...others].map((each) => {
      const make = describeMake(each);
      const what = each.name === make ? make : `${each.name}: ${make}`;
      return `${what}, ${describePrice(each.price)} cada uno.${extras(each)}`;
    });
  }
  return [
    `Cada pin es de ${describeMake(pin)}.`,
    `Cada pin cuesta ${describePrice(pin.price)}.${extras(pin)}`,
  ];
}

function extras({ finishes }: Pin): string {
  return finishes
    .filter(({ extra }) => extra > 0)
    .map(({ name, extra }) => ` ${name}: ${formatPesos(extra)} más por pin.`)
    .join('');
}

/** Returns the shipping prices by place, in pesos. */
export function shippingPlaces({ shippingChillan, shipping, shippingByRegion }: ShippingPrices) {
  return [
    { name: 'Chillán y Chillán Viejo', price: shippingChillan },
    ...shippingByRegion.map(({ region, price }) => ({ name: regionName(region), price })),
    { name: 'Resto de Chile', price: shipping },
  ];
}

/** Returns the regions with longer transport, as a sentence; null if there are none. */
export function longerWays({ regionDays }: DeliveryTerms): string | null {
  if (regionDays.length === 0) return null;
  const places = regionDays.map(({ region, days }) => `${regionName(region)}, ${days} más`);
  return `A estas regiones el viaje toma más días hábiles: ${places.join('; ')}.`;
}

/** Returns the amount from which shipping is free, as a sentence; null: never. */
export function freeShipping({ freeShippingFrom }: ShippingPrices): string | null {
  if (freeShippingFrom === null) return null;
  return `Desde ${formatPesos(freeShippingFrom)} en pines, ya con descuento, el envío es gratis.`;
}

const perOrder = (price: number) => (price > 0 ? `${formatPesos(price)} por pedido.` : 'gratis.');

/** Returns the prices of the ways other than home delivery, by name; empty if there are none. */
export function otherWayPrices({ ways }: Pick<Offer, 'ways'>) {
  if (!ways) return [];
  const { branch, pickup, payOnArrival } = ways;
  return [
    ...(branch ? [{ name: 'A la oficina de un courier', text: perOrder(branch.price) }] : []),
    ...(pickup ? [{ name: `Retiro${atPickup({ pickup })}`, text: perOrder(pickup.price) }] : []),
    ...(payOnArrival
      ? [
          {
            name: 'Envío por pagar',
            text: 'si lo eliges, el envío se lo pagas al courier cuando recibes, a su precio, y no va en el total de tu resumen.',
          },
        ]
      : []),
  ];
}

/** Returns what the promised days mean for these ways, as sentences; empty if there are none. */
export function otherWayDays({ ways }: Pick<Offer, 'ways'>): string[] {
  if (!ways) return [];
  return [
    ...(ways.branch
      ? [
          'Si elegiste la oficina de un courier, tu pedido llega ahí en esos mismos días y lo retiras según sus reglas.',
        ]
      : []),
    ...(ways.pickup
      ? [
          'Si elegiste retirarlo, en esos mismos días está listo y te avisamos por correo que puedes pasar.',
        ]
      : []),
  ];
}
