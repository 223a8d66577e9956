import { ShopError } from '#domain/errors.ts';
import type { Result } from '../messages.ts';

/** Puts a failure into words of the shop: what the library cannot read is a broken picture. */
export function refuse(error: unknown): Result {
  if (error instanceof ShopError) return { kind: 'refused', code: error.code };
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return { kind: 'refused', code: isFull ? 'disk_full' : 'image_broken' };
}
