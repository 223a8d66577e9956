import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './paths.mjs';
import { readPlaywright, readVitest } from './reports.ts';

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
        name: `${root}/domain/pricing.test.ts`,
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
      'FAILED domain/pricing.test.ts › prices are whole: Error: 1.5',
      'FLAKY domain/pricing.test.ts › sums agree',
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
