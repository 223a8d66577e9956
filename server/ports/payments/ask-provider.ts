import * as z from 'zod';
import { cleanText } from '#contract/base/fields.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { readLimited } from '#server/lib/read-limited.ts';
import { ProviderFailure, ProviderRefusal } from './payments.ts';

/**
 * Maximum pesos in a response: no payment of a shop is near it, and every database can store it.
 */
export const MAX_PESOS = 1e12;

/** More than any description of a payment that is shown. */
const MAX_TEXT = 40;

/** An id of a provider, which the shop stores and sends back: printable ASCII only. */
export const providerId = z.string().regex(/^[!-~]{1,200}$/);

/** The URL of a provider's page, in its normal form, which is ASCII. */
export const providerUrl = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .transform((url) => new URL(url).href);

/**
 * A text that only describes a payment: an odd one is cleaned or left out, so that it never keeps
 * the shop from recording the money.
 */
export const description = z
  .string()
  .transform((text) => cleanText(text.trim().slice(0, MAX_TEXT)) || null)
  .nullish()
  .catch(null);

const PATIENCE_MS = 8000;
const MAX_ANSWER_BYTES = 1_000_000;

/** Client error statuses after which the same call may succeed later. */
const PASSING = new Set([408, 425, 429]);

type Ask<Schema extends z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
  answer: Schema;
  /** Ends the call before its own time limit. */
  signal?: AbortSignal;
};

/**
 * Calls a provider once, without a retry, which could pay or refund twice.
 * @throws ProviderRefusal when it refuses; ProviderFailure when the result is unknown
 */
export async function askProvider<Schema extends z.ZodType>({
  method,
  url,
  headers,
  body,
  answer,
  signal,
}: Ask<Schema>): Promise<z.output<Schema>> {
  const { status, text } = await send(url, {
    method,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]),
  });
  if (status >= 400 && status < 500 && !PASSING.has(status)) throw new ProviderRefusal(status);
  if (status < 200 || status > 299) throw new ProviderFailure(`it answered with status ${status}`);
  const read = answer.safeParse(parseJson(text));
  if (!read.success) throw new ProviderFailure('its answer is not as its document says');
  return read.data;
}

/** Rethrows the error of a call that only reads: its refusal tells no result either. */
export function failForRefusal(error: unknown): never {
  if (!(error instanceof ProviderRefusal)) throw error;
  throw new ProviderFailure(error.message, { cause: error });
}

async function send(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    // Only the configured server gets the keys, even if it redirects.
    const response = await fetch(url, { ...init, redirect: 'error' });
    const text = await readLimited(response, MAX_ANSWER_BYTES);
    if (text === null) throw new ProviderFailure('its answer is too long');
    return { status: response.status, text };
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    throw new ProviderFailure('no answer', { cause: error });
  }
}
