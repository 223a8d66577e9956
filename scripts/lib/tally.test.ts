import { expect, test } from 'vitest';
import { closingLine, listTroubles, stepResult } from './tally.ts';

const report = (passed: number, failed: number) => ({ passed, failed, failures: [], flaky: [] });
const count = (passed: number, failed: number) => () => report(passed, failed);
const unreadable = () => {
  throw new Error('no report');
};

test.each([
  ['a passing check', { command: [] }, 0, { passed: 1, failed: 0 }],
  ['a failing check', { command: [] }, 2, { passed: 0, failed: 1 }],
  ['passing tests', { command: [], read: count(5, 0) }, 0, { passed: 5, failed: 0 }],
  ['a failing test', { command: [], read: count(4, 1) }, 1, { passed: 4, failed: 1 }],
  [
    'a test file that does not load',
    { command: [], read: count(4, 0) },
    1,
    { passed: 4, failed: 1 },
  ],
  ['no tests at all', { command: [], read: count(0, 0) }, 0, { passed: 0, failed: 1 }],
  ['a runner that crashed', { command: [], read: unreadable }, 1, { passed: 0, failed: 1 }],
])('%s', (name, step, code, expected) => {
  expect(stepResult({ name, ...step }, code, 1)).toMatchObject(expected);
});

test('the closing line sums the steps', () => {
  const results = [
    { ...report(1, 0), name: 'types', seconds: 1 },
    { ...report(40, 2), name: 'tests', seconds: 9 },
  ];
  expect(closingLine(results)).toBe('41 passed, 2 failed');
});

const step = { name: 'lint', command: [] };
const failing = (names: string[], flaky: string[] = []) => ({
  ...report(0, names.length),
  name: 'tests',
  seconds: 1,
  failures: names.map((name) => ({
    name,
    error: 'Error: a is not b\n\n  at line 1\n  at node_modules/x.js:1',
  })),
  flaky,
});

test('what failed is named with its error, and what passed at a second try', () => {
  const results = [stepResult(step, 1, 1, 'x.ts:1 no'), failing(['an order'], ['a draft'])];
  expect(listTroubles(results).split('\n')).toEqual([
    'FAILED lint',
    '    x.ts:1 no',
    'FAILED an order',
    '    Error: a is not b',
    '      at line 1',
    'FLAKY a draft',
  ]);
});

test('a check whose output was not kept says where to look', () => {
  expect(listTroubles([stepResult(step, 2, 1)])).toContain('It ended with code 2');
});

test('nothing is said when all passed at once', () => {
  expect(listTroubles([stepResult(step, 0, 1, 'fine'), failing([])])).toBe('');
});

test('many failures are all named, the end of a log has room for them', () => {
  const names = Array.from({ length: 60 }, (_, index) => `test ${index}`);
  const lines = listTroubles([failing(names)]).split('\n');
  expect(lines).toEqual(names.map((name) => `FAILED ${name}`));
});
