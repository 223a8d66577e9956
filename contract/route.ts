import type { ZodMiniType } from 'zod/mini';

/** Who may call: anybody, a guest or an account, an account, an admin. */
export type Auth = 'none' | 'optional' | 'bearer' | 'admin';

/** One call of the API. Paths are below `/api` and name their parameters like `{id}`. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  auth: Auth;
  summary: string;
  body?: ZodMiniType;
  /** Status of a success. */
  status: number;
  answer: ZodMiniType;
};

/** Keeps a route's own types, so that server and browser infer body and answer from it. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}
