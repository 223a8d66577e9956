import { parseQuantity } from '#domain/images.ts';

export type Typed =
  | { kind: 'quantity'; value: number }
  /** A whole number that no quantity can be: the field stays as it was. */
  | { kind: 'ignored' }
  /** Empty or no number: it may stand until the field is left. */
  | { kind: 'unfinished' };

export function readTyped(text: string): Typed {
  const value = parseQuantity(text);
  if (value !== null) return { kind: 'quantity', value };
  return /^\s*[-+]?\d+\s*$/.test(text) ? { kind: 'ignored' } : { kind: 'unfinished' };
}
