import { regionName } from '#domain/regions.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';

export type RecipientPart = 'name' | 'phone' | 'pickup' | 'street' | 'city' | 'region' | 'pays';
export type RecipientText = readonly [part: RecipientPart, text: string];

/** Returns the recipient and address of a parcel for labels and slips, in the printed sequence. */
export function recipientOf(order: OrderRow): Record<'whom' | 'where' | 'pays', RecipientText[]> {
  const { way, branch_courier: courier, branch, city, region } = order;
  const whom: RecipientText[] = [
    ['name', order.full_name],
    ['phone', order.phone],
  ];
  if (way === 'pickup') return { whom, where: [['pickup', 'Retira en la tienda']], pays: [] };
  const office = `Oficina ${courier ?? ''}: ${branch ?? ''}`;
  return {
    whom,
    where: [
      ['street', way === 'branch' ? office : order.address],
      ['city', city],
      ['region', regionName(region)],
    ],
    pays: order.pay_shipping === 'onArrival' ? [['pays', 'Envío por pagar']] : [],
  };
}
