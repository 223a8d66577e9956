import * as z from 'zod/mini';
import { errorAnswer } from '#contract/base/errors.ts';
import type { Route, SentBodyOf } from '#contract/base/route.ts';
import type { OrderTerms } from '#contract/orders/order-terms.ts';
import type { Pricing } from '#contract/orders/pricing.ts';
import type { ErrorCode } from '#domain/base/errors.ts';
import { withBearer } from './bearer.ts';
import { noteConnection } from './connection.ts';

export const CONNECTION_LOST = 'Error de conexión. Verifica tu internet.';
const TIMEOUT_MS = 30_000;
export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The shop refused the request: repeating it unchanged is pointless. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly fields: Record<string, string>;
  readonly pricing: Pricing | null;
  /** With a refused order: the current terms, if its buyer saw others. */
  readonly terms: OrderTerms | null;
  /** With `order_changed`: the current order. */
  readonly order: unknown;
  /** With `statement_unreadable`: the first rows of the list. */
  readonly preview: readonly (readonly string[])[];
  /** The wait that the shop requested, in milliseconds. */
  readonly waitMs: number | null;

  constructor(status: number, body: unknown, waitMs: number | null = null) {
    const { data } = errorAnswer.safeParse(body);
    super(data?.message ?? readMessage(body));
    this.name = 'Refusal';
    this.status = status;
    this.code = data?.code ?? null;
    this.fields = data?.fields ?? {};
    this.pricing = data?.pricing ?? null;
    this.terms = data?.terms ?? null;
    this.order = data?.order ?? null;
    this.preview = data?.preview ?? [];
    this.waitMs = waitMs;
  }
}

/** The request may have had an effect: no response, an unreadable one, or a server error. */
export class LostAnswer extends Error {
  /** The wait that the shop requested, in milliseconds. */
  readonly waitMs: number | null;
  /** The response's status, if there was a response. */
  readonly status: number | null;

  constructor(message: string, waitMs: number | null = null, status: number | null = null) {
    super(message);
    this.name = 'LostAnswer';
    this.waitMs = waitMs;
    this.status = status;
  }
}

const messageOnly = z.object({ message: z.string() });

function readMessage(body: unknown): string {
  return messageOnly.safeParse(body).data?.message ?? '';
}

/** Returns the wait of a `Retry-After` header, in milliseconds. */
function readRetryAfter(header: string | null): number | null {
  const seconds = Number(header);
  return header && Number.isFinite(seconds) ? seconds * 1000 : null;
}

const no = z.object({ success: z.literal(false) });

/** A valid response with `success: false`. */
function isNo(status: number, body: unknown): boolean {
  return status < 300 && no.safeParse(body).success;
}

/** Returns the error for an unsuccessful response. */
export function toApiError(status: number, body: unknown, retryAfter: string | null): Error {
  const isRefusal = (status >= 400 && status < 500 && status !== 408) || isNo(status, body);
  const waitMs = readRetryAfter(retryAfter);
  if (isRefusal) return new Refusal(status, body, waitMs);
  return new LostAnswer(readMessage(body), waitMs, status);
}

/** Returns an error's message, or `otherwise` if it has none. */
export function messageOf(error: unknown, otherwise = CONNECTION_LOST): string {
  return (error instanceof Error && error.message) || otherwise;
}

/** Returns true if the shop does not recognise the caller, or no longer does. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof Refusal && error.status === 401;
}

type Callable = Pick<Route, 'method' | 'path' | 'auth' | 'answer' | 'body'>;
/** A body that is text is sent as it is. */
type Call<Body> = { body?: Body; headers?: Record<string, string>; signal?: AbortSignal };

/**
 * Calls the shop's API, with the signed-in account's token if the route accepts it, and validates
 * the response against the contract.
 * @throws Refusal, LostAnswer
 */
export function callApi<const R extends Callable>(
  route: R,
  call: Call<SentBodyOf<R> | string> = {},
): Promise<z.infer<R['answer']>> {
  if (route.auth === 'none') return send<R['answer']>(route, call);
  return withBearer(
    (bearer) => send<R['answer']>(route, { ...call, headers: { ...call.headers, ...bearer } }),
    isUnauthenticated,
  );
}

async function send<Answer extends z.ZodMiniType>(
  route: Callable & { answer: Answer },
  { body, headers, signal }: Call<unknown>,
): Promise<z.infer<Answer>> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  let answer: Response | undefined;
  let json: unknown;
  try {
    answer = await fetch(`/api${route.path}`, {
      method: route.method,
      // An authenticated request sets the JSON content type even without a body.
      headers: { ...(body !== undefined || headers?.Authorization ? JSON_TYPE : {}), ...headers },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    noteConnection(true);
    json = JSON.parse(await answer.text());
  } catch (cause) {
    if (cause instanceof TypeError) noteConnection(false);
    if (!(cause instanceof SyntaxError)) throw new LostAnswer(CONNECTION_LOST);
    throw new LostAnswer('', null, answer?.status ?? null);
  }
  if (!answer.ok) throw toApiError(answer.status, json, answer.headers.get('Retry-After'));
  const parsed = z.safeParse(route.answer, json);
  if (!parsed.success) throw toApiError(answer.status, json, null);
  return parsed.data;
}
