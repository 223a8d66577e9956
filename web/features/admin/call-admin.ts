import type * as z from 'zod/mini';
import type { PathParams, Route, SentBodyOf } from '#contract/route.ts';
import { isSignedIn } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { fillPath, type Query } from '#web/lib/fill-path.ts';
import { createStore } from '#web/lib/store.ts';
import { isSecondFactorNeeded, NotSignedIn } from './Failure.tsx';

type AdminRoute = Pick<Route, 'method' | 'path' | 'auth' | 'answer' | 'body'>;

export type AdminCall<R extends AdminRoute> = {
  params?: PathParams<R['path']> & Record<string, string>;
  query?: Query;
  body?: SentBodyOf<R>;
  /** The order's version that the change is meant for. */
  version?: number;
  /** Makes a repetition harmless. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** @throws NotSignedIn before anything is sent, Refusal, LostAnswer */
export async function callAdmin<const R extends AdminRoute>(
  route: R,
  { params, query, body, version, idempotencyKey, signal }: AdminCall<R> = {},
): Promise<z.infer<R['answer']>> {
  if (!isSignedIn()) throw new NotSignedIn(route.method === 'GET' ? 'see' : 'act');
  const { method, auth, answer } = route;
  return noteSecondFactor(
    callApi<R['answer']>(
      { method, auth, answer, path: fillPath(route.path, params, query) },
      {
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(version === undefined ? {} : { headers: { 'If-Match': `"${version}"` } }),
        ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }),
        ...(signal ? { signal } : {}),
      },
    ),
  );
}

/** Whether the shop has refused an admin call for want of this session's second factor. */
export const secondFactorNeeded = createStore(false);

/** Takes note when a call waits for the second factor, and passes its answer or failure on. */
export async function noteSecondFactor<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isSecondFactorNeeded(error)) secondFactorNeeded.set(true);
    throw error;
  }
}
