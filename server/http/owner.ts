import type { Buyer } from '../features/people/authorize.ts';

/**
 * Whose orders and pictures somebody may see and use: those of the account, and the guest orders
 * placed with its e-mail, once it has verified it.
 */
export type Owner = { uid: string | null; guestEmail: string | null };

export function ownerOf(buyer: Buyer): Owner {
  if (!buyer) return { uid: null, guestEmail: null };
  return { uid: buyer.uid, guestEmail: buyer.emailVerified ? buyer.email : null };
}
