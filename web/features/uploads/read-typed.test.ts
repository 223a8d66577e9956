import { describe, expect, it } from 'vitest';
import { readTyped } from './QuantityInput.tsx';

describe('a text typed as a quantity', () => {
  it.each(['1', '99', '07', ' 12 '])('%j counts', (text) => {
    expect(readTyped(text)).toEqual({ kind: 'quantity', value: Number(text) });
  });

  it.each(['0', '100', '1000', '-3'])('%j is out of range and ignored', (text) => {
    expect(readTyped(text)).toEqual({ kind: 'ignored' });
  });

  it.each(['', ' ', 'x', '1.5', '-'])('%j may stand until the field is left', (text) => {
    expect(readTyped(text)).toEqual({ kind: 'unfinished' });
  });
});
