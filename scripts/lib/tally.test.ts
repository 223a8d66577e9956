import { expect, test } from 'vitest';
import { closingLine, stepResult } from './tally.mjs';

const count = (passed: number, failed: number) => () => ({ passed, failed });
const unreadable = () => {
  throw new Error('no report');
};

test.each([
  ['a passing check', { args: [] }, 0, { passed: 1, failed: 0 }],
  ['a failing check', { args: [] }, 2, { passed: 0, failed: 1 }],
  ['passing tests', { args: [], read: count(5, 0) }, 0, { passed: 5, failed: 0 }],
  ['a failing test', { args: [], read: count(4, 1) }, 1, { passed: 4, failed: 1 }],
  ['a test file that does not load', { args: [], read: count(4, 0) }, 1, { passed: 4, failed: 1 }],
  ['no tests at all', { args: [], read: count(0, 0) }, 0, { passed: 0, failed: 1 }],
  [
    'no tests where that is fine',
    { args: [], read: count(0, 0), mayBeEmpty: true },
    0,
    { failed: 0 },
  ],
  ['a runner that crashed', { args: [], read: unreadable }, 1, { passed: 0, failed: 1 }],
])('%s', (name, step, code, expected) => {
  expect(stepResult({ name, ...step }, code, 1)).toMatchObject(expected);
});

test('the closing line sums the steps', () => {
  const results = [
    { name: 'types', seconds: 1, passed: 1, failed: 0 },
    { name: 'tests', seconds: 9, passed: 40, failed: 2 },
  ];
  expect(closingLine(results)).toBe('41 passed, 2 failed');
});
