import { ShopError } from '#domain/base/errors.ts';
import type { Storage } from '#server/ports/storage/storage.ts';
import type { FileAnswer } from './route.ts';

type Sent = Pick<FileAnswer, 'type' | 'name'> & { message: string };

/**
 * Returns a stored file as an answer.
 * @param key null, undefined: there is none
 * @throws ShopError `not_found` with the message, also when the file is lost
 */
export async function sendStored(
  storage: Storage,
  key: string | null | undefined,
  { message, ...file }: Sent,
): Promise<FileAnswer> {
  const stored = key ? await storage.open(key) : null;
  if (!stored) throw new ShopError('not_found', { message });
  return { ...file, content: stored.stream, bytes: stored.bytes };
}
