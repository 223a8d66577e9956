import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  generateKeyPairSync,
  KeyObject,
  sign,
  timingSafeEqual,
  verify,
  type webcrypto,
} from 'node:crypto';
import { vi } from 'vitest';

type Bytes = ArrayBuffer | ArrayBufferView;

const TAG_BYTES = 16;

/**
 * Makes signing, key generation and encryption of keys synchronous, until mocks are restored: on
 * other threads, their end would not depend on the seed.
 */
export function seedSignatures(): void {
  const { subtle } = globalThis.crypto;
  const make = (key: webcrypto.CryptoKey, data: Bytes) => {
    const own = KeyObject.from(key);
    const bytes = toBytes(data);
    return key.type === 'secret'
      ? createHmac('sha256', own).update(bytes).digest()
      : sign(null, bytes, own);
  };
  vi.spyOn(subtle, 'sign').mockImplementation(
    async (_algorithm, key, data) => Uint8Array.from(make(key, data)).buffer,
  );
  vi.spyOn(subtle, 'verify').mockImplementation(async (_algorithm, key, signature, data) => {
    if (key.type !== 'secret') {
      return verify(null, toBytes(data), KeyObject.from(key), toBytes(signature));
    }
    const right = make(key, data);
    const given = toBytes(signature);
    return right.length === given.length && timingSafeEqual(right, given);
  });
  vi.spyOn(subtle, 'generateKey').mockImplementation(async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    return {
      publicKey: publicKey.toCryptoKey('Ed25519', true, ['verify']),
      privateKey: privateKey.toCryptoKey('Ed25519', true, ['sign']),
    };
  });
  vi.spyOn(subtle, 'encrypt').mockImplementation(async (algorithm, key, data) => {
    const { iv, aad } = readAesGcm(algorithm);
    const cipher = createCipheriv('aes-256-gcm', KeyObject.from(key), iv).setAAD(aad);
    const sealed = [cipher.update(toBytes(data)), cipher.final()];
    return Uint8Array.from(Buffer.concat([...sealed, cipher.getAuthTag()])).buffer;
  });
  vi.spyOn(subtle, 'decrypt').mockImplementation(async (algorithm, key, data) => {
    const { iv, aad } = readAesGcm(algorithm);
    const bytes = toBytes(data);
    const decipher = createDecipheriv('aes-256-gcm', KeyObject.from(key), iv)
      .setAAD(aad)
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    const opened = [decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()];
    return Uint8Array.from(Buffer.concat(opened)).buffer;
  });
}

function readAesGcm(algorithm: webcrypto.AlgorithmIdentifier | object) {
  const { iv, additionalData } = Object(algorithm);
  return { iv: toBytes(iv), aad: toBytes(additionalData) };
}

function toBytes(data: Bytes): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}
