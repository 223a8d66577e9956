import { expect, test } from 'vitest';
import { newOrderId, newUploadId } from './ids.ts';

const many = (make: () => string) => Array.from({ length: 5000 }, make);

test('an order number is short, has no ambiguous letter, and never repeats', () => {
  const ids = many(newOrderId);
  for (const id of ids) expect(id).toMatch(/^[2-9A-HJKMNP-TW-Z]{5}-[2-9A-HJKMNP-TW-Z]{5}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a picture's name has 144 random bits and is valid in a URL", () => {
  const ids = many(newUploadId);
  for (const id of ids) expect(id).toMatch(/^[\w-]{24}$/);
  expect(new Set(ids).size).toBe(ids.length);
  for (let at = 0; at < 24; at += 1) {
    expect(new Set(ids.map((id) => id[at])).size).toBe(64);
  }
});
