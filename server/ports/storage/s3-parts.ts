import type { FileHandle } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { LimitFunction } from 'p-limit';
import { storageAway } from './storage.ts';

/** Files up to this size go in one call, and larger ones in parts of it. */
export const PART_BYTES = 8 * 1024 ** 2;
/** A file has no more, so those of a very large one are larger. */
const MAX_PARTS = 10_000;

type Bucket = { client: S3Client; bucket: string; limit: LimitFunction };
type LocalFile = { file: FileHandle; size: number };

/** Returns some bytes of a file. @throws when it is shorter */
export async function readPart(file: FileHandle, from: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await file.read(bytes, 0, size, from);
  if (bytesRead !== size) throw new Error('the file changed while it was read');
  return bytes;
}

/**
 * Stores a large file part by part: readers find all of it or none.
 * @throws ShopError `unavailable`; what was sent so far is given up
 */
export async function uploadParts(
  { client, bucket: Bucket, limit }: Bucket,
  Key: string,
  { file, size }: LocalFile,
): Promise<void> {
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
  const { UploadId } = await client
    .send(new CreateMultipartUploadCommand({ Bucket, Key }))
    .catch((error) => {
      throw storageAway(error);
    });
  try {
    const Parts: CompletedPart[] = [];
    for (let from = 0; from < size; from += partBytes) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await limit(async () => {
        const Body = await readPart(file, from, Math.min(partBytes, size - from));
        return client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
      });
      if (ETag === undefined) throw new Error('the bucket answered a part without an ETag');
      Parts.push({ PartNumber, ETag });
    }
    await client.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    );
  } catch (error) {
    // Where this fails, too, the sweep does it.
    await client
      .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      .catch(() => undefined);
    throw storageAway(error);
  }
}
