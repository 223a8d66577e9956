import { createHmac, KeyObject, sign, timingSafeEqual, verify, type webcrypto } from 'node:crypto';
import { vi } from 'vitest';

type Bytes = ArrayBuffer | ArrayBufferView;

/**
 * Makes signatures at once instead of on another thread, whose end no seed decides, until mocks are
 * restored.
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
}

function toBytes(data: Bytes): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}
