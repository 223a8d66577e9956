import { expect, test } from 'vitest';
import { readToken } from './brand.ts';

test('a colour is read from the tokens by day and by night', () => {
  const { light, dark } = readToken('--color-sun');
  expect([light, dark]).toEqual([
    expect.stringMatching(/^#[0-9a-f]{6}$/),
    expect.stringMatching(/^#[0-9a-f]{6}$/),
  ]);
  expect(light).not.toBe(dark);
});

test('an unknown token stops the build', () => {
  expect(() => readToken('--color-none')).toThrow('--color-none');
});
