import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { open } from 'node:fs/promises';

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The phrase is missing, or not the one by which the file was sealed. */
export class WrongPassphrase extends Error {
  override readonly name = 'WrongPassphrase';
}

/** The file was changed or truncated after it was sealed. */
export class BrokenSeal extends Error {
  override readonly name = 'BrokenSeal';
}

// Magic, salt of the phrase, salt of the file, check of the phrase; then chunks, each with its tag.
const MAGIC = Buffer.from('pines-sealed-1\n\0');
const SALT = 16;
const HEADER = MAGIC.length + 3 * SALT;
const CHUNK = 65_536;
const TAG = 16;
const CIPHER = 'aes-256-gcm';
/** 64 MB and a fifth of a second for each guess. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 96 * 1024 ** 2 };

function isSealed(start: Uint8Array): boolean {
  return MAGIC.equals(start.subarray(0, MAGIC.length));
}

export async function isSealedFile(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    return isSealed((await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)).buffer);
  } finally {
    await file.close();
  }
}

/**
 * Encrypts streams by a phrase: AES-256-GCM in chunks of 64 kB, numbered, the last one marked, so
 * that chunks cannot be swapped, left out or cut off.
 */
export async function createSealer(
  passphrase: string,
): Promise<(content: Bytes) => AsyncGenerator<Uint8Array>> {
  const salt = randomBytes(SALT);
  const key = await stretch(passphrase, salt);
  return async function* seal(content) {
    const fileSalt = randomBytes(SALT);
    const fileKey = derive(key, fileSalt, 'file', 32);
    yield Buffer.concat([MAGIC, salt, fileSalt, derive(key, salt, 'check', SALT)]);
    for await (const { bytes, nonce } of chunksOf(content, CHUNK)) {
      const cipher = createCipheriv(CIPHER, fileKey, nonce);
      yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    }
  };
}

/**
 * Returns a function that decrypts streams of a sealer and passes any other on; it stretches the
 * phrase once per salt. Its streams throw WrongPassphrase at once, or BrokenSeal before any changed
 * byte is passed on.
 */
export function createUnsealer(
  passphrase: string | null,
): (content: Bytes) => AsyncGenerator<Uint8Array> {
  const keys = new Map<string, Promise<Buffer>>();
  return async function* unseal(content) {
    const parts = startingWith(HEADER, content);
    try {
      const { value: start } = await parts.next();
      if (!start || !isSealed(start)) {
        if (start) yield start;
        return yield* parts;
      }
      if (passphrase === null) {
        throw new WrongPassphrase('está cifrada: di su frase con --passphrase-file');
      }
      const key = await openHeader(start, passphrase, keys);
      const body = async function* () {
        yield start.subarray(HEADER);
        yield* parts;
      };
      for await (const { bytes, nonce } of chunksOf(body(), CHUNK + TAG)) {
        yield decrypt(bytes, key, nonce);
      }
    } finally {
      await parts.return(undefined);
    }
  };
}

/** Passes a stream on, whose first part has `size` bytes or more, if it is that long. */
async function* startingWith(size: number, content: Bytes): AsyncGenerator<Buffer> {
  let start: Buffer = Buffer.alloc(0);
  let isLong = false;
  for await (const part of content) {
    start = isLong ? Buffer.from(part) : Buffer.concat([start, part]);
    isLong ||= start.length >= size;
    if (isLong) yield start;
  }
  if (!isLong) yield start;
}

function decrypt(bytes: Buffer, key: Buffer, nonce: Buffer): Buffer {
  if (bytes.length < TAG) throw new BrokenSeal();
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  decipher.setAuthTag(bytes.subarray(-TAG));
  const plain = decipher.update(bytes.subarray(0, -TAG));
  try {
    decipher.final();
  } catch {
    throw new BrokenSeal();
  }
  return plain;
}

async function openHeader(
  header: Buffer,
  passphrase: string,
  keys: Map<string, Promise<Buffer>>,
): Promise<Buffer> {
  const [salt, fileSalt, check] = [0, 1, 2].map((at) =>
    header.subarray(MAGIC.length + at * SALT, MAGIC.length + (at + 1) * SALT),
  );
  if (!salt || !fileSalt || check?.length !== SALT) throw new BrokenSeal();
  const name = salt.toString('hex');
  const stretched = keys.get(name) ?? stretch(passphrase, salt);
  keys.set(name, stretched);
  const key = await stretched;
  if (!timingSafeEqual(derive(key, salt, 'check', SALT), check))
    throw new WrongPassphrase('la frase no es la de esta copia');
  return derive(key, fileSalt, 'file', 32);
}

function stretch(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function derive(key: Buffer, salt: Buffer, use: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `pines ${use}`, bytes));
}

/** Cuts a stream into chunks of equal size; the last one, which may be empty, has another nonce. */
async function* chunksOf(
  content: Bytes,
  size: number,
): AsyncGenerator<{ bytes: Buffer; nonce: Buffer }> {
  let rest: Buffer = Buffer.alloc(0);
  let count = 0;
  const nonceOf = (isLast: boolean) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt8(isLast ? 1 : 0, 0);
    nonce.writeUIntBE(count, 6, 6);
    count += 1;
    return nonce;
  };
  for await (const part of content) {
    rest = rest.length === 0 ? Buffer.from(part) : Buffer.concat([rest, part]);
    for (; rest.length > size; rest = rest.subarray(size)) {
      yield { bytes: rest.subarray(0, size), nonce: nonceOf(false) };
    }
  }
  yield { bytes: rest, nonce: nonceOf(true) };
}
