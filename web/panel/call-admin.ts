import type * as z from 'zod/mini';
import type { PathParams, Route, SentBodyOf } from '#contract/base/route.ts';
import { isSignedIn } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { fillPath, type Query } from '#web/lib/fill-path.ts';
import { withReauthentication } from '#web/lib/with-reauthentication.ts';
import { NotSignedIn } from './Failure.tsx';

type AdminRoute = Pick<Route, 'method' | 'path' | 'auth' | 'answer' | 'body'>;

export type AdminCall<R extends AdminRoute> = {
  params?: PathParams<R['path']> & Record<string, string>;
  query?: Query;
  body?: SentBodyOf<R>;
  /** The version of the order that is to be changed. */
  version?: number;
  /** Makes retries safe. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** @throws NotSignedIn before a request is sent, ReauthenticationDeclined, Refusal, LostAnswer */
export async function callAdmin<const R extends AdminRoute>(
  route: R,
  { params, query, body, version, idempotencyKey, signal }: AdminCall<R> = {},
): Promise<z.infer<R['answer']>> {
  if (!isSignedIn()) throw new NotSignedIn(route.method === 'GET' ? 'see' : 'act');
  return withReauthentication(() =>
    callApi(
      { ...route, path: fillPath(route.path, params, query) },
      {
        ...(body === undefined ? {} : { body }),
        headers: {
          ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
          ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        },
        ...(signal ? { signal } : {}),
      },
    ),
  );
}
