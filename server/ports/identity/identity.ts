import type { IncomingHttpHeaders } from 'node:http';
import type { OwnSession } from '#contract/people/sessions.ts';
import type { IdToken } from '#domain/people/buyer.ts';
import type { Tx } from '#server/db/types.ts';
import type { Log } from '#server/lib/log.ts';

/** An account with the identity provider's current data; the e-mail is in lower case. */
export type Account = { uid: string; email: string; emailVerified: boolean };

/** An account with one of its sessions. */
export type SessionAccount = Account & {
  /**
   * When the session began; milliseconds since 1970 (UTC). Using the session does not change it.
   */
  signedInAt: number;
};

/** How and since when an account is used; times are ISO 8601 in UTC, null when unknown. */
export type AccountFacts = {
  /** How its user can sign in: `password`, `google.com`. */
  providers: string[];
  creationTime: string | null;
  lastSignInTime: string | null;
};

/** All that the provider stores of an account; times are ISO 8601 in UTC. */
export type AccountData = Pick<AccountFacts, 'providers' | 'creationTime'> & {
  /** As Google returned it; empty for none. */
  name: string;
  email: string;
  sessions: { startedAt: string; endsAt: string; device: string | null }[];
};

/** A browser's request to one of the provider's own calls. */
export type IdentityRequest = {
  method: string;
  /** Path and query as requested. */
  url: string;
  headers: IncomingHttpHeaders;
  ip: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** The parsed JSON. */
  body: unknown;
};

/** One of the provider's own calls. */
export type IdentityCall = {
  method: 'GET' | 'POST';
  /** Below `/api/identity`; `:name` is a parameter. */
  path: string;
  /** @throws ShopError */
  answer: (request: IdentityRequest) => Promise<Response>;
  /** Called after each response is sent, including errors, with the request that `answer` got. */
  note?: (request: IdentityRequest, answer: SentAnswer, log: Log) => Promise<void>;
};

export type SentAnswer = { status: number; setCookies: readonly string[] };

/** The provider's own calls, for the HTTP server. */
export type IdentityCalls = {
  calls: readonly IdentityCall[];
  /** Returns the error response for a request that is rejected before its body is read, or null. */
  refuse: (request: Pick<IdentityRequest, 'method' | 'headers'>) => Response | null;
};

/** The shop's only source of who a user is. Roles and states are the shop's own. */
export type Identity = {
  /**
   * Verifies a token's signature with the provider's published keys, its issuer, audience and
   * expiry; reads no account.
   * @returns null for an invalid or expired token
   */
  readToken(bearer: string): Promise<IdToken | null>;
  /** Returns the token's account, or null when its session has ended or the account is removed. */
  findAccount(token: IdToken): Promise<SessionAccount | null>;
  /**
   * Locks a token's session until the transaction ends, so that its account is neither handed over
   * nor removed meanwhile. Must come before the transaction's other locks.
   * @returns false when the session has ended or the account is removed
   */
  lockSession(tx: Tx, token: IdToken): Promise<boolean>;
  describe(token: IdToken): Promise<AccountFacts>;
  /** Returns null when there is no such account. */
  readData(uid: string): Promise<AccountData | null>;
  /** Returns the sessions of the token's account, newest first. */
  listSessions(token: IdToken): Promise<OwnSession[]>;
  /**
   * Ends one session of the token's account, this one included.
   * @returns false when it is not of that account, or the token's own has ended; nothing changes
   */
  endSession(token: IdToken, id: string): Promise<boolean>;
  /**
   * Ends every session of the token's account but the token's own.
   * @returns false when the token's own has ended; nothing changes
   */
  endOtherSessions(token: IdToken): Promise<boolean>;
  /** Ends every session of an account: its ID tokens are rejected from then on. */
  endSessions(uid: string): Promise<void>;
  /**
   * Removes an account with all its sessions; an unknown account is no error.
   * @param by who requests it: some providers remove an account only with its own token
   */
  remove(uid: string, by?: IdToken): Promise<void>;
  /** Deletes expired sessions, links and keys. */
  sweep(): Promise<void>;
  /** Returns the provider's calls that this server serves. */
  open(log: Log): Promise<IdentityCalls>;
};
