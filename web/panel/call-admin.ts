import type * as z from 'zod/mini';
import type { PathParams, Route, SentBodyOf } from '#contract/base/route.ts';
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
  /** The version of the order that is to be changed. */
  version?: number;
  /** Makes retries safe. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** @throws NotSignedIn before a request is sent, Refusal, LostAnswer */
export async function callAdmin<const R extends AdminRoute>(
  route: R,
  { params, query, body, version, idempotencyKey, signal }: AdminCall<R> = {},
): Promise<z.infer<R['answer']>> {
  if (!isSignedIn()) throw new NotSignedIn(route.method === 'GET' ? 'see' : 'act');
  return withSecondFactor(() =>
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

/** The question that requests wait for, refused because this session lacks its second factor. */
export const secondFactorQuestion = createStore<PromiseWithResolvers<boolean> | null>(null);

/** Runs a request, and repeats it after the second factor if the shop asks for one. */
export async function withSecondFactor<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isSecondFactorNeeded(error)) throw error;
    const question = secondFactorQuestion.get() ?? Promise.withResolvers<boolean>();
    secondFactorQuestion.set(question);
    if (!(await question.promise)) throw error;
    return withSecondFactor(call);
  }
}

/** Answers the question: waiting requests are repeated, or fail as they were refused. */
export function answerSecondFactor(isPassed: boolean): void {
  const question = secondFactorQuestion.get();
  secondFactorQuestion.set(null);
  question?.resolve(isPassed);
}
