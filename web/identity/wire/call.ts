import { IdentityError } from '../errors.ts';
import { toIdentityCode } from './error-codes.ts';

const TIMEOUT_MS = 20_000;

/** What the adapter needs of `fetch`; a test puts a browser's cookies into it. */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

type Call = { method?: 'GET' | 'POST'; body?: object; headers?: Record<string, string> };

/** The provider's answers are plain objects; a field that is not there reads undefined. */
export type Answer = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Answer => typeof value === 'object' && value !== null;

async function readJson(answer: Response): Promise<Answer> {
  const value: unknown = JSON.parse((await answer.text()) || 'null');
  return isObject(value) ? value : {};
}

/**
 * Calls the shop's own server about accounts. A few plain requests are all that this takes: the
 * provider's client library would add 11 kB (gzip) and a second idea of state.
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
