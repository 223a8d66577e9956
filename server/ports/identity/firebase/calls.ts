import { refuse } from '../answers.ts';
import { refuseStranger, withCleanTexts } from '../guard-calls.ts';
import type { IdentityCalls, IdentityRequest } from '../identity.ts';
import { actionCalls } from './action-calls.ts';
import type { CallParts } from './call-parts.ts';
import { linkCalls } from './link-calls.ts';
import { sessionCalls } from './session-calls.ts';
import { ToolkitRefusal } from './toolkit.ts';

/** What Firebase calls its refusals of a mail's code or of a new password, in the wire's terms. */
const codes: ReadonlyMap<string, string> = new Map([
  ['INVALID_OOB_CODE', 'INVALID_TOKEN'],
  ['EXPIRED_OOB_CODE', 'TOKEN_EXPIRED'],
  ['USER_NOT_FOUND', 'INVALID_TOKEN'],
  ['EMAIL_NOT_FOUND', 'INVALID_TOKEN'],
  ['USER_DISABLED', 'USER_DISABLED'],
  ['WEAK_PASSWORD', 'PASSWORD_TOO_SHORT'],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'PASSWORD_TOO_SHORT'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'too_many_requests'],
  ['QUOTA_EXCEEDED', 'too_many_requests'],
]);

/** Returns the shop's own calls beside Firebase's: what the browser cannot be trusted with. */
export function listCalls(parts: CallParts): IdentityCalls {
  const calls = [...sessionCalls(parts), ...actionCalls(parts), ...linkCalls(parts)];
  return {
    calls: calls.map((call) => withCleanTexts({ ...call, answer: explained(call.answer) })),
    refuse: (request) => refuseStranger(request, parts.options),
  };
}

type Answer = (request: IdentityRequest) => Promise<Response>;

/** Passes a refusal of Firebase on. */
function explained(answer: Answer): Answer {
  return (request) =>
    answer(request).catch((error: unknown) => {
      if (!(error instanceof ToolkitRefusal)) throw error;
      const code = codes.get(error.code) ?? 'REFUSED';
      return refuse(code === 'too_many_requests' ? 429 : 400, code);
    });
}
