import type * as z from 'zod/mini';
import type { PathParams, Route, SentBodyOf } from '#contract/route.ts';
import { isSignedIn } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { fillPath, type Query } from '#web/lib/fill-path.ts';
import { NotSignedIn } from './errors.ts';
import { noteSecondFactor } from './second-factor-needed.ts';

type AdminRoute = Pick<Route, 'method' | 'path' | 'auth' | 'answer' | 'body'>;

export type AdminCall<R extends AdminRoute> = {
  params?: PathParams<R['path']> & Record<string, string>;
  query?: Query;
  body?: SentBodyOf<R>;
  /** The order's version that the change is meant for. */
  version?: number;
  signal?: AbortSignal;
};

/** @throws NotSignedIn before anything is sent, Refusal, LostAnswer */
export async function callAdmin<const R extends AdminRoute>(
  route: R,
  { params, query, body, version, signal }: AdminCall<R> = {},
): Promise<z.infer<R['answer']>> {
  if (!isSignedIn()) throw new NotSignedIn(route.method === 'GET' ? 'see' : 'act');
  const { method, auth, answer } = route;
  return noteSecondFactor(
    callApi<R['answer']>(
      { method, auth, answer, path: fillPath(route.path, params, query) },
      {
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(version === undefined ? {} : { headers: { 'If-Match': `"${version}"` } }),
        ...(signal ? { signal } : {}),
      },
    ),
  );
}
