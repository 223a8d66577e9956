import type { Delivery } from '#domain/delivery/delivery.ts';
import { regionName } from '#domain/delivery/regions.ts';

export type RecipientPart = 'name' | 'phone' | 'pickup' | 'street' | 'city' | 'region' | 'pays';
export type RecipientText = readonly [part: RecipientPart, text: string];

/** Returns the recipient and address of a parcel for labels and slips, in the printed sequence. */
export function recipientOf(
  delivery: Delivery,
): Record<'whom' | 'where' | 'pays', RecipientText[]> {
  const { way, courier, branch, city, region } = delivery;
  const whom: RecipientText[] = [
    ['name', delivery.fullName],
    ['phone', delivery.phone],
  ];
  if (way === 'pickup') return { whom, where: [['pickup', 'Retira en la tienda']], pays: [] };
  const office = `Oficina ${courier ?? ''}: ${branch ?? ''}`;
  return {
    whom,
    where: [
      ['street', way === 'branch' ? office : delivery.address],
      ['city', city],
      ['region', regionName(region)],
    ],
    pays: delivery.payShipping === 'onArrival' ? [['pays', 'Envío por pagar']] : [],
  };
}
