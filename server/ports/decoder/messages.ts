import * as z from 'zod';
import { ERROR_CODES } from '#domain/base/errors.ts';
import type { CopiesRequest, SquareRequest, VariantRequest } from './decoder.ts';

/** A request to a decoder process, without its limits. */
export type Task =
  | ({ kind: 'copies' } & CopiesRequest)
  | ({ kind: 'square' } & SquareRequest)
  | ({ kind: 'variant' } & VariantRequest);

/** A task, whether it may take much memory, and how many bytes its process may use. */
export type Request = Task & { mayBeHeavy: boolean; maxResidentBytes: number };
export type RequestOf<Kind> = Extract<Request, { kind: Kind }>;

const count = z.int().nonnegative();
const place = { x: z.number(), y: z.number() };
const box = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });
const subject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('point'), ...place, heads: box.optional() }),
  z.object({ kind: z.literal('whole'), ...place, diameter: z.number(), background: z.string() }),
]);
const copies = z.object({
  width: count,
  height: count,
  subject,
  imageBytes: count,
  thumbnailBytes: count,
  squareBytes: count,
});

const result = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('copies'), copies }),
  z.object({ kind: z.literal('file'), file: z.instanceof(Uint8Array) }),
  /** It needs more memory than allowed now: to be repeated with `mayBeHeavy`. */
  z.object({ kind: z.literal('heavy') }),
  z.object({ kind: z.literal('refused'), code: z.enum(ERROR_CODES) }),
]);

const answer = z.object({
  result,
  /** Processor time, in milliseconds. */
  spentMs: z.number().nonnegative(),
  /** The process ends after this answer. */
  isLast: z.boolean(),
});

/** A message of a decoder process: `up` once, then an answer to each request. */
export const message = z.union([z.literal('up'), answer]);

export type Result = z.infer<typeof result>;
export type Answer = z.infer<typeof answer>;
export type Message = z.infer<typeof message>;
