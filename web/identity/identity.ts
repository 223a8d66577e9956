/** A signed-in user of the identity provider. Times are ISO 8601 in UTC. */
export type IdentityUser = {
  uid: string;
  email: string;
  emailVerified: boolean;
  /** Sign-in methods of the account: `password`, `google.com`. */
  providers: readonly string[];
  metadata: { creationTime: string | null; lastSignInTime: string | null };
};

export type Credentials = { email: string; password: string };

/** Actions of the links in the provider's mails, by their token. */
export type IdentityLinks = {
  /** Verifies the e-mail of the signed-in user, to whom the link must belong. */
  verifyEmail: (token: string) => Promise<void>;
  /** Reads the user again after a verification link was followed, in every tab. */
  afterVerification: () => Promise<IdentityUser | null>;
  /** Removes an unverified account that another person created with the reader's e-mail. */
  rejectAccount: (token: string) => Promise<void>;
  /** Sets a new password, which ends all sessions of the account. */
  resetPassword: (choice: { token: string; password: string }) => Promise<void>;
};

/** Every function except `onChange` rejects with an `IdentityError` if the provider refuses. */
export type Identity = {
  /** Creates an account and signs in to it. */
  signUp: (credentials: Credentials) => Promise<IdentityUser>;
  signIn: (credentials: Credentials) => Promise<IdentityUser>;
  /** Opens Google's window; call it directly in a click handler, or browsers block the window. */
  signInWithGoogle: () => Promise<IdentityUser>;
  signOut: () => Promise<void>;
  /** Sends a mail with a link to set a new password; an unknown e-mail gives the same result. */
  sendPasswordReset: (email: string) => Promise<void>;
  /** Mails the signed-in user a verification link that returns to `returnUrl`. */
  sendVerification: (returnUrl: string) => Promise<void>;
  /** Returns the ID token, cached while valid; `fresh` requests a new one from the provider. */
  idToken: (options?: { fresh?: boolean }) => Promise<string>;
  /**
   * Reads the user again; null if nobody is signed in. If the session of a known user has ended,
   * rejects with `user-token-expired`, and the user is kept until they sign out.
   */
  reload: () => Promise<IdentityUser | null>;
  links: IdentityLinks;
  /** Calls back on each change of the user, also from other tabs; null: signed out. */
  onChange: (listener: (user: IdentityUser | null) => void) => () => void;
};
