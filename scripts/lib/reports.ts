import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { root } from './paths.mjs';

type Failure = { name: string; error: string };

export type Report = {
  passed: number;
  failed: number;
  failures: readonly Failure[];
  /** Names of tests that failed and passed at the next try. */
  flaky: readonly string[];
};

/** Reads Vitest's json report; files that do not load are named, and count for none. */
export function readVitest(path: string): Report {
  const report: JsonTestResults = JSON.parse(readFileSync(path, 'utf8'));
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    const failed = tests.map(({ fullName, failureMessages }) =>
      failure(`${file} › ${fullName}`, failureMessages?.[0]),
    );
    return message ? [failure(file, message), ...failed] : failed;
  });
  const flaky = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      // The errors of the first try stay with a test that passed at the second.
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
      .map(({ fullName }) => `${relative(root, name)} › ${fullName}`),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures, flaky };
}

/** Reads Playwright's json report; what passed at a second try counts as passed. */
export function readPlaywright(path: string): Report {
  const report: JSONReport = JSON.parse(readFileSync(path, 'utf8'));
  const { expected, unexpected, flaky } = report.stats;
  const tests = report.suites.flatMap((suite) => listTests(suite));
  const failed = tests.filter(({ status }) => status === 'unexpected');
  const elsewhere = report.errors.map(({ message }) => failure('outside of the tests', message));
  return {
    passed: expected + flaky,
    failed: unexpected,
    failures: [...elsewhere, ...failed.map(({ name, error }) => failure(name, error))],
    flaky: tests.filter(({ status }) => status === 'flaky').map(({ name }) => name),
  };
}

type Journey = { name: string; status: string; error: string | undefined };

/** @param titles of the groups around the suite */
function listTests({ specs, suites = [] }: JSONReportSuite, titles: string[] = []): Journey[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status, results }) => ({
      name: [`e2e/${file}:${line}`, ...titles, title].join(' › '),
      status,
      error: results.at(-1)?.errors[0]?.message,
    })),
  );
  return [...own, ...suites.flatMap((inner) => listTests(inner, [...titles, inner.title]))];
}

function failure(name: string, error = ''): Failure {
  return { name, error: stripVTControlCharacters(error) };
}
