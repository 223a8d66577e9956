import type { IdentityCall, IdentityCalls } from '../identity.ts';
import { createAttempts } from './attempts.ts';
import { controlProblem } from './body.ts';
import type { CallParts } from './call-parts.ts';
import { googleCalls } from './google-calls.ts';
import { createAdmit } from './hashing.ts';
import { publishKeys } from './keys.ts';
import { withLog } from './log-sign-ins.ts';
import type { EmbeddedOptions } from './options.ts';
import { createPasswordAttempts } from './password-attempts.ts';
import { passwordCalls } from './password-calls.ts';
import { answerJson, refuse } from './relay.ts';
import { resetCalls } from './reset-calls.ts';
import { sessionCalls } from './session-calls.ts';
import { verificationCalls } from './verification-calls.ts';

/**
 * Returns the provider's calls: only those the shop uses, each by itself, so that the log can name
 * it without its address.
 */
export async function listCalls(
  parts: Omit<CallParts, 'attempts' | 'tries' | 'admit'>,
): Promise<IdentityCalls> {
  const { options, keys } = parts;
  const { limits } = options;
  const shared: CallParts = {
    ...parts,
    attempts: createAttempts(limits),
    tries: createPasswordAttempts(limits),
    admit: createAdmit(limits),
  };
  const publishedKeys: IdentityCall = {
    method: 'GET',
    path: '/jwks',
    answer: async () => answerJson(200, await publishKeys(keys, options.clock())),
  };
  const calls = [
    publishedKeys,
    ...sessionCalls(shared),
    ...passwordCalls(shared),
    ...resetCalls(shared),
    ...verificationCalls(shared),
    ...(await googleCalls(shared)),
  ];
  return {
    calls: calls.map((call) => withLog(withoutControls(call), options)),
    refuse: (request) => refuseStranger(request, options),
  };
}

/** No text of a body may hold what a database chokes on. */
function withoutControls(call: IdentityCall): IdentityCall {
  return {
    ...call,
    answer: async (request) => {
      const problem = controlProblem(request.body);
      return problem === null ? call.answer(request) : refuse(400, problem);
    },
  };
}

/** What changes something is asked by our own pages alone. */
function refuseStranger(
  { method, headers: { origin } }: Parameters<IdentityCalls['refuse']>[0],
  { publicUrl, ownOrigins }: EmbeddedOptions,
): Response | null {
  if (method === 'GET' || method === 'HEAD' || origin === undefined) return null;
  if (origin === publicUrl() || ownOrigins().includes(origin)) return null;
  return refuse(403, 'INVALID_ORIGIN');
}
