import type * as z from 'zod/mini';
import type { Route } from '#contract/base/route.ts';
import { CONNECTION_LOST, isUnauthenticated, LostAnswer, toApiError } from './api.ts';
import { withBearer } from './bearer.ts';

/** 5 MB over a bad mobile connection. */
const PATIENCE_MS = 300_000;

/** A file that was changed or removed after it was chosen, or that an app offers from a cloud. */
const UNREADABLE = 'No pudimos leer el archivo. Guárdalo en este dispositivo y vuelve a elegirlo.';

type Target<Answer> = Pick<Route, 'method' | 'path'> & { answer: Answer };

/**
 * Sends a multipart form and returns the response.
 * @param fields null ones are omitted
 * @throws Refusal, LostAnswer
 */
export function sendForm<Answer extends z.ZodMiniType>(
  { method, path, answer: schema }: Target<Answer>,
  fields: Readonly<Record<string, string | Blob | null>>,
  headers: Record<string, string> = {},
): Promise<z.output<Answer>> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== null) body.append(name, value);
  return withBearer(async (bearer) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const request = { method, body, headers: { ...headers, ...bearer }, signal };
    const answer = await fetch(`/api${path}`, request).catch(async () => {
      const files = Object.values(fields).filter((value) => value instanceof Blob);
      await Promise.all(files.map((file) => file.slice(0, 1).arrayBuffer())).catch(() => {
        throw new Error(UNREADABLE);
      });
      throw new LostAnswer(CONNECTION_LOST);
    });
    const json: unknown = await answer.json().catch(() => null);
    const { data } = schema.safeParse(json);
    if (!data) throw toApiError(answer.status, json, answer.headers.get('Retry-After'));
    return data;
  }, isUnauthenticated);
}
