import { createHash } from 'node:crypto';
import { HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

type Place = { Bucket: string; Key: string };

/**
 * Stores bytes in one call. Every server answers it with the object's ETag, which is the MD5 of the
 * bytes unless the bucket encrypts with a key of its own; then the object is looked at once more. A
 * proxy's page with the status 200 is no such answer.
 * @throws Error unless the answers show that the bucket has these bytes
 */
export async function putObject(
  client: S3Client,
  object: Place & { Body: Uint8Array },
): Promise<void> {
  const { ETag } = await client.send(new PutObjectCommand(object));
  if (ETag === undefined) throw new Error('the bucket answered a file without an ETag');
  const { Body, ...place } = object;
  const md5 = createHash('md5').update(Body).digest('hex');
  if (ETag.replaceAll('"', '') !== md5) await checkStored(client, place, Body.length, ETag);
}

/**
 * Looks at a stored object.
 * @param size in bytes
 * @param tag the ETag that the bucket told when it was stored
 * @throws Error unless the bucket has an object of this size, and with this ETag
 */
export async function checkStored(
  client: S3Client,
  place: Place,
  size: number,
  tag?: string,
): Promise<void> {
  const { ContentLength, ETag } = await client.send(new HeadObjectCommand(place));
  const isSame = ETag !== undefined && (tag === undefined || ETag === tag);
  if (ContentLength !== size || !isSame) throw new Error('the bucket does not have what it stored');
}
