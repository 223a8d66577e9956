import { afterEach, describe, expect, test } from 'vitest';
import type { Decoded, Decoder } from '#server/ports/decoder/decoder.ts';
import type { Answer } from '#server/testing/client.ts';
import { makePng } from '#server/testing/pictures.ts';
import { anyDatabase, openShop, type TestShop } from '#server/testing/shop.ts';

/** Rejects every picture, and reports this processor time. */
function costlyDecoder(spentMs: number): Decoder {
  const decoded: Decoded = { spentMs, refusal: 'image_broken' };
  return {
    makeCopies: async () => decoded,
    makeSquare: async () => new Uint8Array(),
    makeVariant: async () => new Uint8Array(),
    close: async () => undefined,
  };
}

describe.each(anyDatabase)('decoding with a limit per client on %s', (kind) => {
  let shop: TestShop;
  afterEach(() => shop.close());

  async function open(spentMs: number): Promise<void> {
    shop = await openShop(kind, {
      env: { RATE_LIMITS: 'on', TRUST_PROXY: 'on' },
      context: { decoder: costlyDecoder(spentMs) },
    });
  }

  async function upload(from: string): Promise<Answer> {
    return shop.upload(await makePng(), { headers: { 'x-forwarded-for': from } });
  }

  test('refuses a client whose pictures took minutes, and no other', async () => {
    await open(150_001);
    const [first, second, third] = [
      await upload('203.0.113.1'),
      await upload('203.0.113.1'),
      await upload('203.0.113.1'),
    ];
    expect([first?.body.code, second?.body.code]).toEqual(['image_broken', 'image_broken']);
    expect([third?.status, third?.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(third?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await upload('203.0.113.2')).body.code).toBe('image_broken');
  });

  test('accepts 30 large photos of each of five people behind one address', async () => {
    await open(1000);
    const codes = await Promise.all(
      Array.from({ length: 150 }, async () => (await upload('203.0.113.1')).body.code),
    );
    expect(new Set(codes)).toEqual(new Set(['image_broken']));
  });
});
