import { randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { type Bucket, ConfigError } from '#server/config.ts';
import { putObject, s3Storage } from './s3.ts';
import type { FilePlace } from './storage.ts';

const CONNECT_MS = 3000;
/** Timeout for a connection without any data. */
const SILENCE_MS = 30_000;
/** Time for a part to be sent and answered over a slow connection. */
const ANSWER_MS = 120_000;
const MAX_SOCKETS = 200;

const OTHER_REGION = 'S3_REGION: el depósito está en otra región';
/** The message for an error, by the server's error code. */
const complaints: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID: el servidor no conoce esa clave de acceso',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY: no es el secreto de S3_ACCESS_KEY_ID',
  NoSuchBucket: 'S3_BUCKET: no hay un depósito con ese nombre',
  AccessDenied:
    'S3_BUCKET: esa clave de acceso no puede listar, leer, escribir y borrar sus archivos',
  AuthorizationHeaderMalformed: OTHER_REGION,
  PermanentRedirect: OTHER_REGION,
  RequestTimeTooSkewed: 'el reloj de este equipo está mal, y S3 no acepta sus firmas',
};

/**
 * Opens a bucket. Its key must allow listing, reading, writing and removing; reading without a key
 * must be forbidden.
 * @param variables the beginning of the names of its variables
 * @param prefix of the names of its files, such as `files/`
 * @throws ConfigError with one line that names the variable to correct
 */
export async function openBucket(
  place: Bucket,
  variables: 'S3' | 'BACKUP_S3' = 'S3',
  prefix = '',
): Promise<FilePlace> {
  const client = new S3Client(describeClient(place));
  try {
    await refuseUnusable(client, place);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError([error.message.replace(/^S3_/, `${variables}_`)]);
  }
  return s3Storage(client, place.name, { prefix });
}

function describeClient({ endpoint, region, accessKeyId, secretAccessKey }: Bucket) {
  return {
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Servers other than Amazon's seldom have a host name for every bucket.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Not every server supports the newer checksums; the signature covers the bytes anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    },
  } satisfies S3ClientConfig;
}

async function refuseUnusable(client: S3Client, place: Bucket): Promise<void> {
  const object = { Bucket: place.name, Key: `.start-check-${randomUUID()}` };
  try {
    await client.send(new ListObjectsV2Command({ Bucket: place.name, MaxKeys: 1 }));
    await putObject(client, { ...object, Body: Buffer.from('x') });
    const isOpen = await isPublic(place, object.Key);
    await client.send(new DeleteObjectCommand(object));
    if (isOpen) {
      throw new ConfigError(['S3_BUCKET: cualquiera lo puede leer sin clave; hazlo privado']);
    }
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error)) throw error;
    const line =
      complaints[error.name] ??
      `S3_ENDPOINT: el servidor de archivos no contesta bien (${error.message || error.name})`;
    throw new ConfigError([line]);
  }
}

/** Returns whether a client without a key can read a file, or list the files. */
async function isPublic(place: Bucket, Key: string): Promise<boolean> {
  const anonymous = new S3Client({
    ...describeClient(place),
    signer: { sign: async (request) => request },
  });
  const Bucket = place.name;
  const tries = await Promise.allSettled([
    anonymous.send(new GetObjectCommand({ Bucket, Key })),
    anonymous.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 })),
  ]);
  anonymous.destroy();
  return tries.some(({ status }) => status === 'fulfilled');
}
