import type { input, output, ZodMiniType } from 'zod/mini';

/** Bytes that a body may have, unless its route names more or fewer. */
export const USUAL_BODY_BYTES = 16 * 1024;
/** Bytes that a character may take in a body, which is UTF-8. */
export const CHARACTER_BYTES = 4;

/** Who may call: anybody, a guest or an account, an account, an admin. */
export type Auth = 'none' | 'optional' | 'bearer' | 'admin';

/** Who sends a body, and when: its rules may depend on it. */
export type Sender = {
  isGuest: boolean;
  /** Milliseconds since 1970. */
  now: number;
};

/** What a body must be, with all the shop's rules, so that everything wrong is said at once. */
type BodySchema = ZodMiniType | ((sender: Sender) => ZodMiniType);

/** A body once it is parsed. */
export type BodyOf<R extends { body?: BodySchema }> = R extends { body: infer B }
  ? output<SchemaOf<B>>
  : undefined;
/** A body as it is sent. */
export type SentBodyOf<R extends { body?: BodySchema }> = R extends { body: infer B }
  ? input<SchemaOf<B>>
  : never;
type SchemaOf<B> = B extends (sender: Sender) => infer Schema ? Schema : B;

/** One call of the API. Paths are below `/api` and name their parameters like `{id}`. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  auth: Auth;
  summary: string;
  /** The query string; values arrive as text. */
  query?: ZodMiniType;
  body?: BodySchema;
  /** Bytes that a body may have; left out: `USUAL_BODY_BYTES`. A larger one is 413. */
  maxBodyBytes?: number;
  /** Status of a success; left out: 200. */
  status?: number;
  /** Another status of a success, which the handler itself sets. */
  otherStatus?: number;
  answer: ZodMiniType;
};

export type FileRoute = Pick<Route, 'path' | 'auth' | 'summary' | 'query' | 'body'> & {
  /** POST for what a secret in the body opens: it is in no address. */
  method: 'GET' | 'POST';
  /** Its media type. */
  file: string;
};

/** Names of a path's parameters, as an object of texts. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & PathParams<Rest>
  : unknown;

/** Keeps a route's own types, so that server and browser infer body and answer from it. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** The same for a route that answers with a file. */
export function defineFile<const R extends FileRoute>(route: R): R {
  return route;
}
