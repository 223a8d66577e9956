import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { root } from './paths.mjs';

export type Report = {
  passed: number;
  failed: number;
  /** A line per failed test, with its error's first line, and per test that passed on retry. */
  troubles: readonly string[];
};

/** Reads Vitest's JSON report; files that do not load are listed, but not counted. */
export function readVitest(path: string): Report {
  const report: JsonTestResults = JSON.parse(readFileSync(path, 'utf8'));
  const troubles = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.flatMap(({ status, fullName, failureMessages = [] }) => {
      // A test that passed on retry still has the errors of the first attempt.
      const isFlaky = status === 'passed' && failureMessages && failureMessages.length > 0;
      if (isFlaky) return [`FLAKY ${file} › ${fullName}`];
      return status === 'failed' ? [failure(`${file} › ${fullName}`, failureMessages?.[0])] : [];
    });
    return message ? [failure(file, message), ...tests] : tests;
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests, troubles };
}

/** Reads Playwright's JSON report; a test that passed on retry counts as passed. */
export function readPlaywright(path: string): Report {
  const { stats, suites, errors }: JSONReport = JSON.parse(readFileSync(path, 'utf8'));
  const troubles = [
    ...errors.map(({ message }) => failure('outside of the tests', message)),
    ...suites.flatMap((suite) => listTroubles(suite)),
  ];
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, troubles };
}

/** @param titles of the groups around the suite */
function listTroubles({ specs, suites = [] }: JSONReportSuite, titles: string[] = []): string[] {
  const own = specs.flatMap(({ file, line, title, tests }) => {
    const name = [`e2e/${file}:${line}`, ...titles, title].join(' › ');
    return tests.flatMap(({ status, results }) => {
      if (status === 'flaky') return [`FLAKY ${name}`];
      return status === 'unexpected' ? [failure(name, results.at(-1)?.errors[0]?.message)] : [];
    });
  });
  return [...own, ...suites.flatMap((inner) => listTroubles(inner, [...titles, inner.title]))];
}

function failure(name: string, error = ''): string {
  const [first = ''] = stripVTControlCharacters(error).split('\n');
  return `FAILED ${name}: ${first.slice(0, 160)}`;
}

export type Step = {
  name: string;
  command: readonly string[];
  env?: Record<string, string>;
  /** Counts the tests of a step that has tests; other steps count as one test. */
  read?: () => Report;
};

export type Result = Report & { name: string; seconds: number };

/**
 * Returns the result of a finished step. A step that fails without a failing test, or should have
 * tests and ran none, counts as one failure.
 * @param code its exit code
 */
export function stepResult({ name, read }: Step, code: number, seconds: number): Result {
  const report = read
    ? readOrNothing(read)
    : { passed: code === 0 ? 1 : 0, failed: 0, troubles: [] };
  const isEmpty = report.passed + report.failed === 0;
  if (report.failed > 0 || (code === 0 && !isEmpty)) return { name, seconds, ...report };
  const troubles = [...report.troubles, `FAILED ${name}: it ended with code ${code}, see above`];
  return { name, seconds, ...report, failed: 1, troubles };
}

function readOrNothing(read: () => Report): Report {
  try {
    return read();
  } catch {
    return { passed: 0, failed: 0, troubles: [] };
  }
}

/** Returns a line per step, then the errors, and finally the totals. */
export function summary(results: readonly Result[]): string {
  const sum = (key: 'passed' | 'failed') =>
    results.reduce((total, result) => total + result[key], 0);
  return [
    ...results.map(({ name, passed, failed, seconds }) => {
      const state = failed === 0 ? 'ok' : 'FAILED';
      const counts = `${passed} passed, ${failed} failed`;
      return `${name.padEnd(30)}${state.padEnd(8)}${counts.padEnd(26)}${seconds.toFixed(1)} s`;
    }),
    ...results.flatMap(({ troubles }) => troubles),
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ].join('\n');
}
