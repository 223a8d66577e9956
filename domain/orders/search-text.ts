import { orderSearchText } from '#domain/base/folding.ts';
import type { Order } from './order.ts';

/** Returns the text that an order is found by. */
export function searchTextOf({ id, owner, delivery }: Order): string {
  const { fullName, phone, email } = delivery;
  return orderSearchText({ id, fullName, phone, emails: [owner.email, email] });
}
