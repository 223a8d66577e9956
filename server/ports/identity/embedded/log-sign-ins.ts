import { emailOf } from '#server/ports/identity/body.ts';
import type { IdentityCall, IdentityRequest, SentAnswer } from '#server/ports/identity/identity.ts';
import { cookieRules, readSetSession } from './cookies.ts';
import type { EmbeddedOptions } from './options.ts';
import { findSession } from './sessions.ts';

/** Calls that let somebody into an account, or change how they get in. */
const ways: Readonly<Record<string, string>> = {
  'POST /sign-up/email': 'sign-up',
  'POST /sign-in/email': 'password',
  'GET /callback/google': 'google',
  'POST /change-password': 'password change',
  'POST /reset-password': 'password reset',
};

/** Accounts of calls that name none by e-mail and start no session. */
const named = new WeakMap<IdentityRequest, string>();

/** Tells the log which account a call was about. */
export function nameAccount(request: IdentityRequest, uid: string): void {
  named.set(request, uid);
}

/**
 * Logs who got in, who did not and who was not let try: the account by its id, the client by a keyed
 * hash of its address. After the answer, so that its time tells nobody which accounts there are.
 */
export function withLog(call: IdentityCall, options: EmbeddedOptions): IdentityCall {
  const way = ways[`${call.method} ${call.path}`];
  if (way === undefined) return call;
  return {
    ...call,
    note: async (request, answer, log) => {
      const { client } = options.limits.hashClient(request.ip);
      // Who was turned away because of others is not looked up: that would add to what they do.
      const who =
        answer.status === 503 ? {} : { account: await accountOf(options, request, answer) };
      const facts = { way, ...who, client };
      const outcome = outcomeOf(answer);
      if (outcome === 'signed in') log.info(facts, outcome);
      else log.warn({ ...facts, status: answer.status }, outcome);
    },
  };
}

function outcomeOf({ status, setCookies }: SentAnswer): string {
  if (status === 403 || status === 429 || status >= 500) return 'sign-in refused';
  if (status >= 400 || (status >= 300 && setCookies.length === 0)) return 'sign-in failed';
  return 'signed in';
}

/** Returns the account's id, or null for one that there is not. */
async function accountOf(
  options: EmbeddedOptions,
  request: IdentityRequest,
  { setCookies }: SentAnswer,
): Promise<string | null> {
  const { db, clock } = options;
  const known = named.get(request);
  if (known !== undefined) return known;
  const token = readSetSession(setCookies, cookieRules(options));
  if (token !== null) return (await findSession(db.queries, token, clock()))?.uid ?? null;
  const email = emailOf(request);
  if (email === null) return null;
  const user = await db.queries
    .selectFrom('identity_users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return user?.id ?? null;
}
