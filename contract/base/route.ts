import type { input, output, ZodMiniType } from 'zod/mini';

/** Default maximum size of a body, in bytes. */
export const USUAL_BODY_BYTES = 16 * 1024;
/** Maximum number of values in a body, at any depth; the largest order has fewer than 10,000. */
export const MAX_BODY_VALUES = 16_000;
/** Maximum bytes of a character in a body, which is UTF-8. */
export const CHARACTER_BYTES = 4;

/** Who may call: anyone, a guest or an account, an account, an admin. */
export type Auth = 'none' | 'optional' | 'bearer' | 'admin';

/** Sender and time of a body, on which its rules may depend. */
type Sender = {
  isGuest: boolean;
  /** Milliseconds since 1970. */
  now: number;
};

/** A body's schema with all rules of the shop, so that all errors are reported at once. */
type BodySchema = ZodMiniType | ((sender: Sender) => ZodMiniType);

/** A body after parsing. */
export type BodyOf<R extends { body?: BodySchema }> = R extends { body: infer B }
  ? output<SchemaOf<B>>
  : undefined;
/** A body before parsing. */
export type SentBodyOf<R extends { body?: BodySchema }> = R extends { body: infer B }
  ? input<SchemaOf<B>>
  : never;
type SchemaOf<B> = B extends (sender: Sender) => infer Schema ? Schema : B;

/** A route of the API. Paths are relative to `/api`, with parameters like `{id}`. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  auth: Auth;
  summary: string;
  /** The query string; values arrive as text. */
  query?: ZodMiniType;
  body?: BodySchema;
  /** Maximum size of a body, in bytes; omitted: `USUAL_BODY_BYTES`. A larger one is 413. */
  maxBodyBytes?: number;
  /** Status of a success; omitted: 200. */
  status?: number;
  /** Another status of a success, which the handler itself sets. */
  otherStatus?: number;
  answer: ZodMiniType;
};

export type FileRoute = Pick<Route, 'path' | 'auth' | 'summary' | 'query' | 'body'> & {
  /** POST if the body has a secret, which must not appear in a URL. */
  method: 'GET' | 'POST';
  /** Its media type. */
  file: string;
};

/** The parameters of a path, as an object of strings. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & PathParams<Rest>
  : unknown;

/** What a route has besides its first line. */
export type Rest<R extends Route | FileRoute, Given extends keyof Route = never> = Omit<
  R,
  'method' | 'path' | Given
>;

/** Returns the route with its literal types, from which server and client infer body and answer. */
export function defineRoute<
  const Method extends Route['method'],
  const Path extends string,
  const R extends Rest<Route>,
>(method: Method, path: Path, rest: R) {
  return { method, path, ...rest };
}

/** The same for a route that returns a file. */
export function defineFile<
  const Method extends FileRoute['method'],
  const Path extends string,
  const R extends Rest<FileRoute>,
>(method: Method, path: Path, rest: R) {
  return { method, path, ...rest };
}
