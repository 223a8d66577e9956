/** A signed-in user as the identity provider knows them. Times are ISO 8601 in UTC. */
export type IdentityUser = {
  uid: string;
  email: string;
  emailVerified: boolean;
  /** How the account can be entered: `password`, `google.com`. */
  providers: readonly string[];
  metadata: {
    creationTime: string | null;
    lastSignInTime: string | null;
  };
};

export type Credentials = { email: string; password: string };

/** What the links in the provider's mails stand for, by the token that they carry. */
export type IdentityLinks = {
  /** Verifies the e-mail of the signed-in user, whose link it must be. */
  verifyEmail: (token: string) => Promise<void>;
  /** Reads the user anew after a verification link was followed, in every tab. */
  afterVerification: () => Promise<IdentityUser | null>;
  /** Removes the unverified account that another client opened with the reader's e-mail. */
  rejectAccount: (token: string) => Promise<void>;
  /** Sets a new password, which ends every session of the account. */
  resetPassword: (choice: { token: string; password: string }) => Promise<void>;
};

/** Every call but `onChange` rejects with an `IdentityError` when the provider says no. */
export type Identity = {
  /** Opens an account and signs in to it. */
  signUp: (credentials: Credentials) => Promise<IdentityUser>;
  signIn: (credentials: Credentials) => Promise<IdentityUser>;
  /** Opens Google's window; call it straight from a click, or browsers block the window. */
  signInWithGoogle: () => Promise<IdentityUser>;
  signOut: () => Promise<void>;
  /** Sends a mail with a link to choose a new password; says the same for an unknown e-mail. */
  sendPasswordReset: (email: string) => Promise<void>;
  /** Sends the signed-in user a mail whose link ends at `returnUrl`. */
  sendVerification: (returnUrl: string) => Promise<void>;
  /** The ID token, from memory while it lasts; `fresh` asks the provider for a new one. */
  idToken: (options?: { fresh?: boolean }) => Promise<string>;
  /**
   * Reads the user anew; null when no user is signed in. When the session of a user known so far
   * has ended by itself, that is `user-token-expired`, and the user stays until they sign out.
   */
  reload: () => Promise<IdentityUser | null>;
  links: IdentityLinks;
  /** Tells of each change of the user, in other tabs too; null: the user signed out. */
  onChange: (listener: (user: IdentityUser | null) => void) => () => void;
};
