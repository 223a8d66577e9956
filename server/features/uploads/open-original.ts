import type { Readable } from 'node:stream';
import type { Context } from '#server/context.ts';
import { findUploads } from './repo.ts';
import { fileKeys } from './urls.ts';

export type Original = { stream: Readable; bytes: number };

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

const UNKNOWN = { type: 'application/octet-stream', extension: 'bin' };

/** Returns null when the file is lost. */
export function openOriginal({ storage }: Context, uploadId: string): Promise<Original | null> {
  return storage.open(fileKeys(uploadId).original);
}

/** Returns the media type and file extension of pictures, by their ids. */
export async function originalTypes(
  { db }: Context,
  uploadIds: readonly string[],
): Promise<Map<string, { type: string; extension: string }>> {
  const uploads = await findUploads(db.queries, uploadIds);
  return new Map(
    uploads.map(({ id, mime_type: type }) => {
      const extension = extensions[type];
      return [id, extension ? { type, extension } : UNKNOWN];
    }),
  );
}
