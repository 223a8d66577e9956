import type { IncomingHttpHeaders } from 'node:http';
import type { IdToken } from '#domain/buyer.ts';
import type { Tx } from '#server/db/types.ts';
import type { Log } from '#server/lib/log.ts';

/** An account as the identity provider knows it now; the e-mail is in lower case. */
export type Account = { uid: string; email: string; emailVerified: boolean };

/** An account by one of its sessions. */
export type SessionAccount = Account & {
  /** When the session began; milliseconds since 1970 (UTC). It does not move while it is used. */
  signedInAt: number;
};

/** How and since when an account is used; times are ISO 8601 in UTC, null when not told. */
export type AccountFacts = {
  /** How it can be entered: `password`, `google.com`. */
  providers: string[];
  creationTime: string | null;
  lastSignInTime: string | null;
};

/** All that the provider keeps of an account; times are ISO 8601 in UTC. */
export type AccountData = {
  /** As another provider told it; empty for none. */
  name: string;
  email: string;
  providers: string[];
  creationTime: string | null;
  sessions: { startedAt: string; endsAt: string; device: string | null }[];
};

/** One of an account's sessions, as its owner sees it. */
export type OwnSession = {
  /** Names the session and opens nothing. */
  id: string;
  /** ISO 8601 in UTC. */
  startedAt: string;
  /** Browser and system, such as `Chrome · Windows`; null when they are not known. */
  device: string | null;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
};

/** What a browser asks of one of the provider's own calls. */
export type IdentityRequest = {
  method: string;
  /** Path and query as they were asked for. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The client's address. */
  ip: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** The parsed JSON. */
  body: unknown;
};

/** One of the provider's own calls. */
export type IdentityCall = {
  method: 'GET' | 'POST';
  /** Below `/api/identity`; `:name` stands for a parameter. */
  path: string;
  /** @throws ShopError */
  answer: (request: IdentityRequest) => Promise<Response>;
  /** Hears what was answered, refusals too, once it is sent; with the request that `answer` got. */
  note?: (request: IdentityRequest, answer: SentAnswer, log: Log) => Promise<void>;
};

export type SentAnswer = { status: number; setCookies: readonly string[] };

/** The provider's own calls, for whoever serves them. */
export type IdentityCalls = {
  calls: readonly IdentityCall[];
  /** Returns the refusal of a request whose body is not worth reading, or null. */
  refuse: (request: Pick<IdentityRequest, 'method' | 'headers'>) => Response | null;
};

/** Who people are: the shop's only source for it. Roles and states are the shop's own. */
export type Identity = {
  /**
   * Checks a bearer's signature against the provider's published keys, its issuer, audience and
   * expiry; touches no account.
   * @returns null for anything but a genuine token of now
   */
  readToken(bearer: string): Promise<IdToken | null>;
  /** @returns the account a token speaks for, or null when its session or the account is gone */
  findAccount(token: IdToken): Promise<SessionAccount | null>;
  /**
   * Holds a token's session until the transaction ends, so that its account is neither handed over
   * nor removed meanwhile. Comes before the transaction's other locks.
   * @returns false when the session or the account is gone
   */
  holdSession(tx: Tx, token: IdToken): Promise<boolean>;
  describe(token: IdToken): Promise<AccountFacts>;
  /** @returns null when there is no such account */
  readData(uid: string): Promise<AccountData | null>;
  /** @returns the sessions of the token's account, newest first; null: this provider does not tell */
  listSessions(token: IdToken): Promise<OwnSession[] | null>;
  /**
   * Ends one session of the token's account, this one included.
   * @returns false when it is not of that account, or the token's own has ended; nothing changes
   */
  endSession(token: IdToken, id: string): Promise<boolean>;
  /**
   * Ends every session of the token's account but the token's own.
   * @returns false when the token's own has ended, or the provider cannot; nothing changes
   */
  endOtherSessions(token: IdToken): Promise<boolean>;
  /** Ends every session of an account: its ID tokens are worth nothing from then on. */
  endSessions(uid: string): Promise<void>;
  /**
   * Removes an account with all its sessions; unknown ones are fine.
   * @param by whose wish it is: some providers remove an account for its own token alone
   */
  remove(uid: string, by?: IdToken): Promise<void>;
  /** Forgets what has run out. */
  sweep(): Promise<void>;
  /** Returns the provider's own calls, where it lives in this server. */
  open(log: Log): Promise<IdentityCalls>;
};
