import { formatPesos } from '../money.ts';
import { describePrice, type OfferedPins } from '../pins/pin.ts';
import type { ShippingPrices } from '../prices.ts';
import { regionName } from '../regions.ts';

/** @returns what a pin costs, as a sentence */
export function pinPrices([pin]: OfferedPins): string {
  return `Cada pin cuesta ${describePrice(pin.price)}.`;
}

/** @returns where delivery costs what, as places with their prices in pesos */
export function shippingPlaces({ shippingChillan, shipping, shippingByRegion }: ShippingPrices) {
  return [
    { name: 'Chillán y Chillán Viejo', price: shippingChillan },
    ...shippingByRegion.map(({ region, price }) => ({ name: regionName(region), price })),
    { name: 'Resto de Chile', price: shipping },
  ];
}

/** @returns from which amount on delivery is free, as a sentence; null when it never is */
export function freeShipping({ freeShippingFrom }: ShippingPrices): string | null {
  if (freeShippingFrom === null) return null;
  return `Desde ${formatPesos(freeShippingFrom)} en pines, ya con descuento, el envío es gratis.`;
}
