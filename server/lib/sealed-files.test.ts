import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { BrokenSeal, createSealer, createUnsealer, WrongPassphrase } from './sealed-files.ts';

const PHRASE = 'una frase larga de prueba ñ';

// The phrase is stretched once for all tests.
const seal = await createSealer(PHRASE);
const unseal = createUnsealer(PHRASE);

async function join(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('%i bytes come back', async (size) => {
  const bytes = randomBytes(size);
  const sealed = await join(seal([bytes.subarray(0, 7), bytes.subarray(7)]));
  expect(sealed.length).toBeGreaterThan(size);
  expect((await join(unseal([sealed]))).equals(bytes)).toBe(true);
  const parts = Array.from({ length: Math.ceil(sealed.length / 999) }, (_, at) =>
    sealed.subarray(at * 999, (at + 1) * 999),
  );
  expect((await join(unseal(parts))).equals(bytes)).toBe(true);
});

test('a changed, cut or reordered file is refused, and a wrong phrase at once', async () => {
  const bytes = randomBytes(200_000);
  const sealed = await join(seal([bytes]));
  const header = 64;
  const frame = 65_536 + 16;
  const swapped = Buffer.concat([
    sealed.subarray(0, header),
    sealed.subarray(header + frame, header + 2 * frame),
    sealed.subarray(header, header + frame),
    sealed.subarray(header + 2 * frame),
  ]);
  const flipped = Buffer.from(sealed);
  flipped[header + 100] = (flipped[header + 100] ?? 0) ^ 1;
  const wrong = [
    ...[swapped, flipped, sealed.subarray(0, -1), sealed.subarray(0, header + frame)],
    ...[sealed.subarray(0, 40), Buffer.concat([sealed, Buffer.from('x')])],
  ];
  const plain = Buffer.from('PK a file that was never sealed');
  expect(await join(unseal([plain.subarray(0, 3), plain.subarray(3)]))).toEqual(plain);
  for (const each of wrong) await expect(join(unseal([each]))).rejects.toThrow(BrokenSeal);
  await expect(join(createUnsealer('otra frase')([sealed]))).rejects.toThrow(WrongPassphrase);
  expect((await join(seal([bytes]))).subarray(header, 100)).not.toEqual(
    sealed.subarray(header, 100),
  );
});
