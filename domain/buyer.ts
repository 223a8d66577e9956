/** The claims of a valid ID token; whether its account is still active is checked later. */
export type IdToken = {
  uid: string;
  /** Names the sign-in among the account's own: all tokens of one session have the same. */
  session: string;
  /** What else the provider needs to find the account. */
  claims: Readonly<Record<string, unknown>>;
};

/** An account that sends a request; role and state are the shop's own, never its token's. */
export type SignedIn = {
  uid: string;
  /** Lower case. */
  email: string;
  emailVerified: boolean;
  isAdmin: boolean;
  /** When the session began; milliseconds since 1970 (UTC). */
  signedInAt: number;
  /** For what else the identity provider knows of the account. */
  token: IdToken;
};

/** Who sends a request: an account, or null for a guest. */
export type Buyer = SignedIn | null;

/**
 * Whose orders and pictures a user may see and use: those of the account, and the guest orders
 * placed with its e-mail, once it has verified it.
 */
export type Owner = { uid: string | null; guestEmail: string | null };

export function ownerOf(buyer: Buyer): Owner {
  if (!buyer) return { uid: null, guestEmail: null };
  return { uid: buyer.uid, guestEmail: buyer.emailVerified ? buyer.email : null };
}
