import { expect, test } from 'vitest';
import { tellCodesLeft } from './tell-codes-left.ts';

test.each([
  [10, 'Te quedan 10 códigos de recuperación.'],
  [1, 'Te queda 1 código de recuperación.'],
  [0, 'No te quedan códigos de recuperación.'],
])('%i codes are left: %s', (count, sentence) => {
  expect(tellCodesLeft(count)).toBe(sentence);
});
