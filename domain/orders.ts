/** Those of the table `order_statuses`: another one comes with a migration that inserts it. */
export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

const facts: Record<OrderStatus, { label: string; isUnderWay: boolean }> = {
  pending: { label: 'Pendiente', isUnderWay: true },
  processing: { label: 'En Proceso', isUnderWay: true },
  completed: { label: 'Completado', isUnderWay: false },
  cancelled: { label: 'Cancelado', isUnderWay: false },
};

export const ENDED_STATUSES = ORDER_STATUSES.filter((status) => !facts[status].isUnderWay);

/** Returns true while the shop still has to make or send such an order. */
export function isUnderWay(status: OrderStatus): boolean {
  return facts[status].isUnderWay;
}

/** @returns the status in Spanish; an unknown one comes back as it is */
export function statusLabel(status: string): string {
  const known = ORDER_STATUSES.find((each) => each === status);
  return known ? facts[known].label : status;
}
