import crypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

/** A pseudorandom generator: the same seed yields the same numbers. */
export type Random = {
  bytes: (count: number) => Buffer;
  /** Returns a whole number from 0 to `max` - 1. */
  below: (max: number) => number;
  /** Returns how many numbers were taken since the last restart. */
  taken: () => number;
  /** Continues with numbers that do not depend on how many were taken before. */
  restart: () => void;
};

export function createRandom(seed: number): Random {
  let taken = 0;
  let part = 0;
  const bytes = (count: number) => {
    taken += 1;
    return createHash('shake256', { outputLength: count })
      .update(`${seed} ${part} ${taken}`)
      .digest();
  };
  return {
    bytes,
    taken: () => taken,
    below: (max) => bytes(6).readUIntBE(0, 6) % max,
    restart: () => {
      part += 1;
      taken = 0;
    },
  };
}

/** Makes this process take ids, tokens and delays from the generator, until mocks are restored. */
export function seedProcess({ bytes, below }: Random): void {
  const between = (min: number, max: unknown) =>
    typeof max === 'number' ? min + below(max - min) : below(min);
  const uuid = (): ReturnType<typeof crypto.randomUUID> => {
    const hex = bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  vi.spyOn(crypto, 'randomBytes').mockImplementation(bytes);
  vi.spyOn(crypto, 'randomInt').mockImplementation(between);
  vi.spyOn(crypto, 'randomUUID').mockImplementation(uuid);
  vi.spyOn(Math, 'random').mockImplementation(() => below(2 ** 32) / 2 ** 32);
  syncBuiltinESMExports();
}
