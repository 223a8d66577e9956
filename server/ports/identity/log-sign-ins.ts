import type { Limits } from '#server/limits/limits.ts';
import type { IdentityCall, IdentityRequest, SentAnswer } from './identity.ts';

/** Account ids of calls that have no e-mail and start no session. */
const named = new WeakMap<IdentityRequest, string>();

/** Sets the account that the log names for a call. */
export function nameAccount(request: IdentityRequest, uid: string): void {
  named.set(request, uid);
}

/**
 * Logs each successful, failed and rejected sign-in: the account by its id, the client by a keyed
 * hash of its address. It logs after the response, whose time must not depend on the account.
 * @param way how the call signs in, such as `password`
 * @param findAccount returns the account's id, or null for one that does not exist
 */
export function withSignInLog(
  call: IdentityCall,
  { way, limits }: { way: string; limits: Limits },
  findAccount: (request: IdentityRequest, answer: SentAnswer) => Promise<string | null>,
): IdentityCall {
  return {
    ...call,
    note: async (request, answer, log) => {
      const { client } = limits.hashClient(request.ip);
      // When overloaded, the account is not looked up: that would add to the load.
      const who =
        answer.status === 503
          ? {}
          : { account: named.get(request) ?? (await findAccount(request, answer)) };
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
