import { isUnauthenticated, JSON_TYPE, LostAnswer, toApiError } from './api.ts';
import { withBearer } from './bearer.ts';

/**
 * Returns the response with a file. The caller's token is sent in a header, so that no URL contains
 * it.
 * @throws Refusal, LostAnswer
 */
export function fetchFile(address: string, request: RequestInit = {}): Promise<Response> {
  return withBearer(
    (bearer) => ask(address, { ...request, headers: { ...JSON_TYPE, ...bearer } }),
    isUnauthenticated,
  );
}

async function ask(address: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(address, request).catch(() => {
    throw new LostAnswer('');
  });
  if (answer.ok) return answer;
  const body: unknown = await answer.json().catch(() => undefined);
  throw toApiError(answer.status, body, answer.headers.get('Retry-After'));
}

/** @throws LostAnswer when the body is incomplete */
export function readFile(answer: Response): Promise<Blob> {
  return answer.blob().catch(() => {
    throw new LostAnswer('');
  });
}
