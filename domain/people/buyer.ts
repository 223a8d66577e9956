/** The claims of a valid ID token; whether its account is still active is checked later. */
export type IdToken = {
  uid: string;
  /** Id of the sign-in; all tokens of one session share it. */
  session: string;
  /** Further claims that the provider needs to find the account. */
  claims: Readonly<Record<string, unknown>>;
};

/** An account that sends a request; role and state come from the shop, never from the token. */
export type SignedIn = {
  uid: string;
  /** Lower case. */
  email: string;
  emailVerified: boolean;
  isAdmin: boolean;
  /** When the session began; milliseconds since 1970 (UTC). */
  signedInAt: number;
  /** To look up further account data at the identity provider. */
  token: IdToken;
};

/** Who sends a request: an account, or null for a guest. */
export type Buyer = SignedIn | null;

/**
 * Whose orders and pictures a user may see and use: those of the account, and guest orders placed
 * with its e-mail once that is verified.
 */
export type Owner = { uid: string | null; guestEmail: string | null };

export function ownerOf(buyer: Buyer): Owner {
  if (!buyer) return { uid: null, guestEmail: null };
  return { uid: buyer.uid, guestEmail: buyer.emailVerified ? buyer.email : null };
}
