import { expect, test } from 'vitest';
import { newOrderId, newUploadId } from './ids.ts';

const many = (make: () => string) => Array.from({ length: 5000 }, make);

test('an order number is short, has no letter that is taken for another, and repeats never', () => {
  const ids = many(newOrderId);
  for (const id of ids) expect(id).toMatch(/^[2-9A-HJKMNP-TW-Z]{5}-[2-9A-HJKMNP-TW-Z]{5}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a picture's name holds 144 unguessable bits and fits an address", () => {
  const ids = many(newUploadId);
  for (const id of ids) expect(id).toMatch(/^[\w-]{24}$/);
  expect(new Set(ids).size).toBe(ids.length);
  for (let at = 0; at < 24; at += 1) {
    expect(new Set(ids.map((id) => id[at])).size).toBe(64);
  }
});
