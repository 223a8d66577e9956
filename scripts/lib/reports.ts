import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { root } from './paths.mjs';

export type Report = {
  passed: number;
  failed: number;
  /** A line for each test that failed, with its error's first, and for each that passed at its second try. */
  troubles: readonly string[];
};

/** Reads Vitest's json report; files that do not load are named, and count for none. */
export function readVitest(path: string): Report {
  const report: JsonTestResults = JSON.parse(readFileSync(path, 'utf8'));
  const troubles = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.flatMap(({ status, fullName, failureMessages = [] }) => {
      // The errors of the first try stay with a test that passed at the second.
      const isFlaky = status === 'passed' && failureMessages && failureMessages.length > 0;
      if (isFlaky) return [`FLAKY ${file} › ${fullName}`];
      return status === 'failed' ? [failure(`${file} › ${fullName}`, failureMessages?.[0])] : [];
    });
    return message ? [failure(file, message), ...tests] : tests;
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests, troubles };
}

/** Reads Playwright's json report; what passed at a second try counts as passed. */
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
