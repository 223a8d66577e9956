import * as z from 'zod/mini';
import { readProfile } from '#contract/people/people.ts';
import { IdentityError } from '#web/identity/errors.ts';
import type { IdentityLinks, IdentityUser } from '#web/identity/identity.ts';
import type { IdentityErrorCode } from '#web/identity/messages.ts';
import { JSON_TYPE } from '#web/lib/api.ts';
import { createUserState, joinTabs, type Tabs } from './user-state.ts';

/**
 * The shop's server and the other tabs, passed to a provider in a separate chunk: if it imported
 * them itself, the first chunk would be split.
 */
export type Wire = {
  /** Sends a request about accounts to the shop, below `/api/identity`. */
  call: (path: string, call: { body: object; headers: Record<string, string> }) => Promise<Answer>;
  readUser: (token: string) => ReturnType<typeof readUser>;
  mailLinks: typeof mailLinks;
  createUserState: typeof createUserState;
  tabs: Tabs;
};

export function openWire(fetcher: Fetch, tabs: Tabs = joinTabs()): Wire {
  return {
    call: (path, call) => callIdentity(fetcher, `/api/identity${path}`, call),
    readUser: (token) => readUser(fetcher, token),
    mailLinks,
    createUserState,
    tabs,
  };
}

export function mailLinks(
  post: (path: string, body: object) => Promise<unknown>,
  afterVerification: () => Promise<IdentityUser | null>,
): IdentityLinks {
  return {
    async verifyEmail(token) {
      await post('/verify-email', { token });
      await afterVerification();
    },
    afterVerification,
    async rejectAccount(token) {
      await post('/reject-account', { token });
    },
    async resetPassword({ token, password }) {
      await post('/reset-password', { newPassword: password, token });
    },
  };
}

/** Reads the current user by an ID token: after verifying, the same token shows it. */
export async function readUser(fetcher: Fetch, token: string): Promise<IdentityUser> {
  const headers = { Authorization: `Bearer ${token}`, ...JSON_TYPE };
  const answer = await callIdentity(fetcher, `/api${readProfile.path}`, { headers });
  const { data } = z.safeParse(readProfile.answer, answer);
  if (!data) throw new IdentityError('unknown');
  const { uid, email, emailVerified, providers, metadata } = data.user;
  return { uid, email, emailVerified, providers, metadata };
}

const TIMEOUT_MS = 20_000;

/** The part of `fetch` that the adapter needs; tests add a browser's cookies. */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

type Call = { method?: 'GET' | 'POST'; body?: object; headers?: Record<string, string> };

/** Responses of the provider are plain objects; a missing field is undefined. */
export type Answer = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Answer => typeof value === 'object' && value !== null;

async function readJson(answer: Response): Promise<Answer> {
  const value: unknown = JSON.parse((await answer.text()) || 'null');
  return isObject(value) ? value : {};
}

/**
 * Sends a request about accounts to the shop's server. Plain requests suffice: the provider's
 * client library would add 11 kB (gzip) and a second copy of the state.
 * @throws IdentityError
 */
export async function callIdentity(fetcher: Fetch, path: string, call: Call = {}): Promise<Answer> {
  const { method = call.body ? 'POST' : 'GET', body, headers } = call;
  let answer: Response;
  let json: Answer;
  try {
    answer = await fetcher(path, {
      method,
      credentials: 'same-origin',
      headers: { ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    json = await readJson(answer);
  } catch (cause) {
    throw new IdentityError('network-request-failed', { cause });
  }
  if (!answer.ok) {
    const cause = { status: answer.status, code: json.code };
    throw new IdentityError(toIdentityCode(json.code, answer.status), { cause });
  }
  return json;
}

/** Error codes of the shop's server for account requests, in the port's terms. */
const codes: ReadonlyMap<string, IdentityErrorCode> = new Map(
  Object.entries({
    too_many_requests: 'too-many-requests',
    UNAUTHORIZED: 'user-token-expired',
    unauthenticated: 'invalid-user-token',
    INVALID_USER: 'wrong-account',
    USER_NOT_FOUND: 'user-not-found',
    USER_DISABLED: 'user-disabled',
    account_disabled: 'user-disabled',
    busy: 'busy',
    unavailable: 'network-request-failed',
    USER_ALREADY_EXISTS: 'email-already-in-use',
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
    // Another sign-up with the same e-mail was faster.
    FAILED_TO_CREATE_USER: 'email-already-in-use',
    EMAIL_ALREADY_VERIFIED: 'already-verified',
    INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials',
    INVALID_PASSWORD: 'wrong-credentials',
    PASSWORD_TOO_SHORT: 'weak-password',
    PASSWORD_TOO_LONG: 'password-too-long',
    PASSWORD_TOO_COMMON: 'common-password',
    INVALID_CALLBACK_URL: 'unauthorized-domain',
    INVALID_REDIRECT_URL: 'unauthorized-domain',
    INVALID_ORIGIN: 'unauthorized-domain',
    INVALID_EMAIL: 'invalid-email',
    VALIDATION_ERROR: 'invalid-email',
    INVALID_TOKEN: 'link-expired',
    TOKEN_EXPIRED: 'link-expired',
    FIRST_ENTRY_USED: 'first-entry-used',
    FIRST_ENTRY_EXPIRED: 'first-entry-expired',
    PROVIDER_NOT_FOUND: 'google-not-configured',
    // Google's window.
    access_denied: 'popup-closed',
    email_not_verified: 'google-refused',
    user_disabled: 'user-disabled',
    account_not_linked: 'account-exists',
  } satisfies Record<string, IdentityErrorCode>),
);

/** Returns the port's code for the provider's; an unknown one is derived from the `status`. */
export function toIdentityCode(code: unknown, status: number): IdentityErrorCode {
  const known = typeof code === 'string' ? codes.get(code) : undefined;
  if (known) return known;
  if (status === 429) return 'too-many-requests';
  if (status === 502 || status === 503 || status === 504) return 'network-request-failed';
  return 'unknown';
}
