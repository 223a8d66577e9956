import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './paths.mjs';
import { readPlaywright, readVitest, stepResult, summary } from './reports.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pines-reports-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(report: object): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

test("Vitest's report names failed and flaky tests, and files that did not load", () => {
  const failed = {
    fullName: 'prices are whole',
    status: 'failed',
    failureMessages: ['Error: 1.5\n  at line 1'],
  };
  const path = write({
    numPassedTests: 4,
    numFailedTests: 1,
    testResults: [
      {
        name: `${root}/domain/orders/pricing.test.ts`,
        message: '',
        assertionResults: [
          failed,
          { ...failed, fullName: 'sums agree', status: 'passed' },
          { fullName: 'fine', status: 'passed', failureMessages: [] },
        ],
      },
      { name: `${root}/server/broken.test.ts`, message: 'no such file', assertionResults: [] },
    ],
  });
  expect(readVitest(path)).toEqual({
    passed: 4,
    failed: 1,
    troubles: [
      'FAILED domain/orders/pricing.test.ts › prices are whole: Error: 1.5',
      'FLAKY domain/orders/pricing.test.ts › sums agree',
      'FAILED server/broken.test.ts: no such file',
    ],
  });
});

const journey = (title: string, status: string) => ({
  title,
  file: 'order.spec.ts',
  line: 7,
  tests: [
    {
      status,
      results: [{ errors: [{ message: `\u001b[31m${title} broke\u001b[39m\nat line 7` }] }],
    },
  ],
});

test("Playwright's report names failed and flaky journeys, without colours", () => {
  const inner = { title: 'on a phone', specs: [journey('pays', 'unexpected')] };
  const specs = [journey('orders', 'expected'), journey('uploads', 'flaky')];
  const path = write({
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [],
    suites: [{ title: 'order.spec.ts', specs, suites: [inner] }],
  });
  expect(readPlaywright(path)).toEqual({
    passed: 2,
    failed: 1,
    troubles: [
      'FLAKY e2e/order.spec.ts:7 › uploads',
      'FAILED e2e/order.spec.ts:7 › on a phone › pays: pays broke',
    ],
  });
});
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
