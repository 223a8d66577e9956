import { expect, test } from 'vitest';
import { measureHouse } from '../scripts/lib/house.ts';
import { root } from '../scripts/lib/paths.mjs';

const structural = measureHouse(root).filter(({ isStructural }) => isStructural);

test('the structure is measured', () => {
  expect(structural.map(({ name }) => name)).toContain('files that update orders');
});

test.each(structural)('$name: at most $most', ({ value, most }) => {
  expect(value).toBeLessThanOrEqual(most);
});
