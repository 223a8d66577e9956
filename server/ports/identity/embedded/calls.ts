import { refuseStranger, withCleanTexts } from '../guard-calls.ts';
import type { IdentityCalls } from '../identity.ts';
import { createAttempts } from './attempts.ts';
import { googleCalls } from './google-calls.ts';
import { createAdmit } from './hashing.ts';
import { withLog } from './log-sign-ins.ts';
import type { CallParts } from './options.ts';
import { createPasswordAttempts } from './password-attempts.ts';
import { passwordCalls } from './password-calls.ts';
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
  const { options } = parts;
  const { limits } = options;
  const shared: CallParts = {
    ...parts,
    attempts: createAttempts(limits),
    tries: createPasswordAttempts(limits),
    admit: createAdmit(limits),
  };
  const calls = [
    ...sessionCalls(shared),
    ...passwordCalls(shared),
    ...resetCalls(shared),
    ...verificationCalls(shared),
    ...(await googleCalls(shared)),
  ];
  return {
    calls: calls.map((call) => withLog(withCleanTexts(call), options)),
    refuse: (request) => refuseStranger(request, options),
  };
}
