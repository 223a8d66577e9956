import { expect, test } from 'vitest';
import { describeScale, readMeasures } from './measures.ts';

test('what the ruler says becomes factors', () => {
  expect(readMeasures({ across: '99,2', down: ' 101 ' }).scale).toEqual({
    scaleX: 1.0081,
    scaleY: 0.9901,
  });
  expect(describeScale({ scaleX: 1.0081, scaleY: 1 })).toBe('1,0081 a lo ancho, 1 a lo alto');
});

test.each(['', 'cien', '0', '-5', '90', '112', '10,0'])('a measure of %j is refused', (across) => {
  expect(readMeasures({ across, down: '100' }).problems).toEqual({
    across: 'Debe ser una medida entre 91 y 111 mm',
  });
});

test.each(['91', '111'])('a measure of %s is the last that is taken', (down) => {
  expect(readMeasures({ across: '100', down }).problems).toBeNull();
});
