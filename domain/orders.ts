export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

const labels: ReadonlyMap<string, string> = new Map<OrderStatus, string>([
  ['pending', 'Pendiente'],
  ['processing', 'En Proceso'],
  ['completed', 'Completado'],
  ['cancelled', 'Cancelado'],
]);

/** @returns the status in Spanish; an unknown one comes back as it is */
export function statusLabel(status: string): string {
  return labels.get(status) ?? status;
}
