import * as z from 'zod';
import { ERROR_CODES } from '#domain/base/errors.ts';

/** A message of the process that writes a backup; `done` and `failed` are its last. */
export const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: z.number() }),
  /** A damaged file is left out. */
  z.object({ kind: z.literal('damaged'), file: z.string() }),
  /** Bytes of a written copy, or orders of a restored one. */
  z.object({ kind: z.literal('done'), result: z.number() }),
  z.object({ kind: z.literal('failed'), code: z.enum(ERROR_CODES), reason: z.string() }),
]);
export type Message = z.infer<typeof message>;
