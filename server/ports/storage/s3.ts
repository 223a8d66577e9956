import { hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import pLimit, { type LimitFunction } from 'p-limit';
import { checkFileKey, type FilePlace, isFileKey, storageAway } from './storage.ts';

/** Maximum number of parts sent at once; each is in memory. */
const MAX_SENDING = 6;

/** Timeout for a call and its retry, even if bytes still arrive slowly. */
const LIMIT_MS = 240_000;
const within = (limitMs = LIMIT_MS) => ({ abortSignal: AbortSignal.timeout(limitMs) });

/**
 * Returns a storage in a bucket of an S3-compatible server; its errors become `unavailable`.
 * @param prefix begins the name of every file in the bucket
 */
export function s3Storage(
  client: S3Client,
  bucket: string,
  { limitMs = LIMIT_MS, prefix = '' } = {},
): FilePlace {
  const limit = pLimit(MAX_SENDING);
  const placeOf = (key: string): Place => ({ Bucket: bucket, Key: prefix + checkFileKey(key) });

  // From memory, so that the signature covers every byte and a failed send can be retried.
  const put = (place: Place, Body: Uint8Array) =>
    reach(() => putObject(client, { ...place, Body }));

  async function sendFile(place: Place, file: FileHandle): Promise<void> {
    const { size } = await file.stat();
    if (size <= PART_BYTES) return limit(async () => put(place, await readPart(file, 0, size)));
    await uploadParts({ client, limit }, place, { file, size });
    await reach(() => checkStored(client, place, size));
  }

  return {
    put: async (key, bytes) => {
      const place = placeOf(key);
      await limit(() => put(place, bytes));
    },

    async putFile(key, path) {
      const place = placeOf(key);
      const file = await open(path, 'r');
      await sendFile(place, file).finally(() => file.close());
      await rm(path, { force: true });
    },

    async open(key) {
      const place = placeOf(key);
      const answer = await reach(() =>
        client.send(new GetObjectCommand(place)).catch((error: unknown) => nullIfMissing(error)),
      );
      if (answer === null) return null;
      const { Body, ContentLength, ETag } = answer;
      if (!(Body instanceof Readable) || ContentLength === undefined || ETag === undefined) {
        if (Body instanceof Readable) Body.destroy();
        throw storageAway(new Error('an answer without a length or an ETag is no object'));
      }
      return { stream: explainFailure(Body), bytes: ContentLength };
    },

    async remove(key) {
      const place = placeOf(key);
      await reach(() => client.send(new DeleteObjectCommand(place), within(limitMs)));
    },

    sweep: (before) => reach(() => abortOld(client, bucket, before)),

    async *keys() {
      let ContinuationToken: string | undefined;
      do {
        const page = await reach(() =>
          client.send(
            new ListObjectsV2Command({ Bucket: bucket, ContinuationToken, Prefix: prefix }),
            within(limitMs),
          ),
        );
        for (const { Key } of page.Contents ?? []) {
          const key = Key?.slice(prefix.length) ?? '';
          if (Key?.startsWith(prefix) && isFileKey(key)) yield key;
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
  };
}

async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageAway(error);
  }
}

/** The error for a missing file is `NoSuchKey` only if the key may list the bucket. */
function nullIfMissing(error: unknown): null {
  if (error instanceof NoSuchKey) return null;
  throw error;
}

/** Streams a file; an interruption becomes `unavailable`, too. */
function explainFailure(body: Readable): Readable {
  const stream = new PassThrough();
  body.once('error', (error) => stream.destroy(storageAway(error)));
  stream.once('close', () => body.destroy());
  return body.pipe(stream);
}

/** Aborts old uploads: the bucket stores the parts of an upload until it ends. */
async function abortOld(client: S3Client, bucket: string, before: number): Promise<void> {
  const { Uploads = [] } = await client.send(
    new ListMultipartUploadsCommand({ Bucket: bucket }),
    within(),
  );
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (!Initiated || Initiated.getTime() >= before) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), within());
  }
}

/** Files up to this size in bytes are sent in one call, and larger ones in parts of this size. */
export const PART_BYTES = 8 * 1024 ** 2;
/** Maximum number of parts; a very large file has larger parts. */
const MAX_PARTS = 10_000;

type Sender = { client: S3Client; limit: LimitFunction };
type Place = { Bucket: string; Key: string };

/** Returns some bytes of a file. @throws Error when the file is shorter */
async function readPart(file: FileHandle, from: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await file.read(bytes, 0, size, from);
  if (bytesRead !== size) throw new Error('the file changed while it was read');
  return bytes;
}

/**
 * Stores a large file in parts: readers find all of it or none.
 * @throws ShopError `unavailable`; the parts that were sent are removed
 */
async function uploadParts(
  { client, limit }: Sender,
  place: Place,
  { file, size }: { file: FileHandle; size: number },
): Promise<void> {
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
  const { UploadId } = await reach(() =>
    client.send(new CreateMultipartUploadCommand(place), within()),
  );
  const upload = { ...place, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for (let from = 0; from < size; from += partBytes) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await limit(async () => {
        const Body = await readPart(file, from, Math.min(partBytes, size - from));
        return client.send(new UploadPartCommand({ ...upload, PartNumber, Body }), within());
      });
      if (ETag === undefined) throw new Error('the bucket answered a part without an ETag');
      Parts.push({ PartNumber, ETag });
    }
    await client.send(
      new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }),
      within(),
    );
  } catch (error) {
    // If this fails, too, the sweep removes the parts.
    await client.send(new AbortMultipartUploadCommand(upload), within()).catch(() => undefined);
    throw storageAway(error);
  }
}

/**
 * Stores bytes in one call. Every server responds with the object's ETag, which is the MD5 of the
 * bytes unless the bucket encrypts with its own key; then the object's size is checked. A proxy's
 * page with the status 200 has no ETag.
 * @throws Error unless the responses prove that the bucket has these bytes
 */
export async function putObject(
  client: S3Client,
  object: Place & { Body: Uint8Array },
): Promise<void> {
  const { ETag } = await client.send(new PutObjectCommand(object), within());
  if (ETag === undefined) throw new Error('the bucket answered a file without an ETag');
  const { Body, ...place } = object;
  const md5 = hash('md5', Body);
  if (ETag.replaceAll('"', '') !== md5) await checkStored(client, place, Body.length, ETag);
}

/**
 * Checks a stored object.
 * @param size in bytes
 * @param tag the ETag that the bucket returned when it was stored
 * @throws Error unless the bucket has an object of this size, and with this ETag
 */
async function checkStored(
  client: S3Client,
  place: Place,
  size: number,
  tag?: string,
): Promise<void> {
  const { ContentLength, ETag } = await client.send(new HeadObjectCommand(place), within());
  const isSame = ETag !== undefined && (tag === undefined || ETag === tag);
  if (ContentLength !== size || !isSame) throw new Error('the bucket does not have what it stored');
}
