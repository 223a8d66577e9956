import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.mjs';

/**
 * @typedef {import('@playwright/test/reporter').JSONReport} PlaywrightReport
 * @typedef {import('@playwright/test/reporter').JSONReportSuite} PlaywrightSuite
 * @typedef {import('vitest/node').JsonTestResults} VitestReport
 * @typedef {{ name: string, error: string }} Failure what failed, and all it said
 * @typedef {{
 *   passed: number,
 *   failed: number,
 *   failures: Failure[],
 *   flaky: string[],
 * }} Report `flaky` names the tests that failed and passed at the next try
 */

/** @type {Report} */
export const NOTHING = { passed: 0, failed: 0, failures: [], flaky: [] };

/**
 * @param {string} path a report of Vitest's json reporter
 * @returns {Report} a file that does not load is named beside the tests, and counts for none
 */
export function readVitest(path) {
  /** @type {VitestReport} */
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    const failed = tests.map(({ fullName, failureMessages }) =>
      failure(`${file} › ${fullName}`, failureMessages?.[0]),
    );
    return message ? [failure(file, message), ...failed] : failed;
  });
  return { ...NOTHING, passed: report.numPassedTests, failed: report.numFailedTests, failures };
}

/**
 * @param {string} path a report of Playwright's json reporter
 * @returns {Report} what passed at a second try counts as passed
 */
export function readPlaywright(path) {
  /** @type {PlaywrightReport} */
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const { expected, unexpected, flaky } = report.stats;
  const tests = report.suites.flatMap((suite) => listTests(suite, []));
  const failed = tests.filter(({ status }) => status === 'unexpected');
  const elsewhere = report.errors.map(({ message }) => failure('outside of the tests', message));
  return {
    passed: expected + flaky,
    failed: unexpected,
    failures: [...elsewhere, ...failed.map(({ name, error }) => failure(name, error))],
    flaky: tests.filter(({ status }) => status === 'flaky').map(({ name }) => name),
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string[]} titles of the groups around it
 * @returns {{ name: string, status: string, error: string | undefined }[]}
 */
function listTests({ specs, suites = [] }, titles) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status, results }) => ({
      name: [`e2e/${file}:${line}`, ...titles, title].join(' › '),
      status,
      error: results.at(-1)?.errors[0]?.message,
    })),
  );
  return [...own, ...suites.flatMap((inner) => listTests(inner, [...titles, inner.title]))];
}

/**
 * @param {string} name
 * @param {string} [error]
 * @returns {Failure}
 */
function failure(name, error = '') {
  return { name, error: stripVTControlCharacters(error) };
}
