import { ORDER_STATUSES, statusLabel } from '#domain/orders.ts';

export const STATUS_OPTIONS = ORDER_STATUSES.map((each) => [each, statusLabel(each)] as const);
