import { expect, test } from 'vitest';
import { keysOf } from '#domain/base/keys.ts';
import { STAGES } from '#domain/orders/order-stage.ts';
import { readWait, writeWait } from './Waits.tsx';

test.each(keysOf(STAGES))('the board of %s comes back from its address', (wait) => {
  expect(readWait(writeWait(wait))).toBe(wait);
});

test('an address without a known wait shows what is to be printed', () => {
  expect(readWait({})).toBe('print');
  expect(readWait({ espera: 'payment' })).toBe('print');
});
