import { refuse } from './answers.ts';
import { textProblem } from './body.ts';
import type { IdentityCall, IdentityCalls } from './identity.ts';

/** No text of a body may hold what a database chokes on. */
export function withCleanTexts(call: IdentityCall): IdentityCall {
  return {
    ...call,
    answer: async (request) => {
      const problem = textProblem(request.body);
      return problem === null ? call.answer(request) : refuse(400, problem);
    },
  };
}

/** What changes something is asked by our own pages alone. */
export function refuseStranger(
  { method, headers }: Parameters<IdentityCalls['refuse']>[0],
  { publicUrl, ownOrigins }: { publicUrl: () => string; ownOrigins: () => readonly string[] },
): Response | null {
  const { origin, 'sec-fetch-site': site } = headers;
  if (method === 'GET' || method === 'HEAD') return null;
  if (origin === undefined && (site === undefined || site === 'same-origin')) return null;
  if (origin !== undefined && (origin === publicUrl() || ownOrigins().includes(origin)))
    return null;
  return refuse(403, 'INVALID_ORIGIN');
}
