import type { Order } from '#contract/orders.ts';
import type { AdminOrder } from '#contract/orders-admin.ts';
import type { OrderStatus } from '#domain/orders.ts';

/** What there is to tell of an order's new status. */
export type StatusNews = {
  order: AdminOrder;
  status: OrderStatus;
  /** In the shop's own words. */
  reason: string | null;
  /** Whoever ordered had shown that the mailbox is theirs. */
  isBuyerVerified: boolean;
};

/** An order as its mails need it. */
export type MailedOrder = {
  order: Order;
  /** Of the terms it was placed under; null when none was kept. */
  termsVersion: string | null;
  /** It was placed by an account whose e-mail was verified by then. */
  isBuyerVerified: boolean;
};

/** Where mails about orders get their facts. */
export type OrderSource = {
  /** @returns null when there is no such order (any more) */
  readOrder: (id: string) => Promise<MailedOrder | null>;
  /** @returns the orders of which a recipient is told at that time, oldest first; totals in pesos */
  readDelayed: (news: {
    recipient: string;
    dueAt: number;
  }) => Promise<{ id: string; total: number; to: string; termsVersion: string | null }[]>;
  /** @returns the address that shows the order without an account */
  orderUrl: (id: string) => string;
  /** @returns null when there is nothing to tell any more */
  readStatusNews: (orderId: string, changeId: string) => Promise<StatusNews | null>;
};
