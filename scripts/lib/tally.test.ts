import { expect, test } from 'vitest';
import { stepResult, summary } from './tally.ts';

const count = (passed: number, failed: number) => () => ({ passed, failed, troubles: [] });
const unreadable = () => {
  throw new Error('no report');
};

test.each([
  ['a passing check', { command: [] }, 0, { passed: 1, failed: 0 }],
  ['a failing check', { command: [] }, 2, { passed: 0, failed: 1 }],
  ['passing tests', { command: [], read: count(5, 0) }, 0, { passed: 5, failed: 0 }],
  ['a failing test', { command: [], read: count(4, 1) }, 1, { passed: 4, failed: 1 }],
  ['a file that does not load', { command: [], read: count(4, 0) }, 1, { passed: 4, failed: 1 }],
  ['no tests at all', { command: [], read: count(0, 0) }, 0, { passed: 0, failed: 1 }],
  ['a runner that crashed', { command: [], read: unreadable }, 1, { passed: 0, failed: 1 }],
])('%s', (name, step, code, expected) => {
  expect(stepResult({ name, ...step }, code, 1)).toMatchObject(expected);
});

test('the end names each step, what went wrong in them, and the counts of all', () => {
  const tests = { passed: 40, failed: 1, troubles: ['FAILED an order: no', 'FLAKY a draft'] };
  const results = [
    stepResult({ name: 'lint', command: [] }, 2, 1),
    { ...tests, name: 'tests', seconds: 9 },
  ];
  expect(summary(results).split('\n')).toEqual([
    expect.stringMatching(/^lint +FAILED +0 passed, 1 failed +1\.0 s$/),
    expect.stringMatching(/^tests +FAILED +40 passed, 1 failed +9\.0 s$/),
    'FAILED lint: it ended with code 2, see above',
    'FAILED an order: no',
    'FLAKY a draft',
    '40 passed, 2 failed',
  ]);
});
