import { expect, test } from 'vitest';
import { describeCodesLeft } from './use-second-factor.ts';

test.each([
  [10, 'Te quedan 10 códigos de recuperación.'],
  [1, 'Te queda 1 código de recuperación.'],
  [0, 'No te quedan códigos de recuperación.'],
])('%i codes are left: %s', (count, sentence) => {
  expect(describeCodesLeft(count)).toBe(sentence);
});
