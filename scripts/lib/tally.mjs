import { NOTHING } from './reports.mjs';

/**
 * @typedef {import('./reports.mjs').Report} Report
 * @typedef {{
 *   name: string,
 *   args: string[],
 *   env?: Record<string, string>,
 *   read?: () => Report,
 * }} Step `read` counts the tests of a step that has some; other steps count as one test
 * @typedef {Report & { name: string, seconds: number }} Result
 */

/** The whole list of failures fits into what people see of a log's end. */
const MAX_LINES = 80;
const LINES_PER_FAILURE = 8;
/** A line of a stack that is not in the repository. */
const FOREIGN = /^\s+at .*(node_modules|<anonymous>|node:internal)/;

/**
 * What a finished step counts for. A step that fails without a failing test, or that should have
 * tests and ran none, counts as one failure.
 * @param {Step} step
 * @param {number} code its exit code
 * @param {number} seconds
 * @param {string} [output] what it said, where that was kept
 * @returns {Result}
 */
export function stepResult({ name, read }, code, seconds, output) {
  const report = read ? readOrNothing(read) : { ...NOTHING, passed: code === 0 ? 1 : 0 };
  const isEmpty = report.passed + report.failed === 0;
  if (report.failed > 0 || (code === 0 && !isEmpty)) return { name, seconds, ...report };
  const error = output ?? `It ended with code ${code}; what it said stands above.`;
  const failures = report.failures.length > 0 ? report.failures : [{ name, error }];
  return { name, seconds, ...report, failed: 1, failures };
}

/** @param {() => Report} read */
function readOrNothing(read) {
  try {
    return read();
  } catch {
    return NOTHING;
  }
}

/** @param {Result[]} results */
export function table(results) {
  return results
    .map(({ name, passed, failed, seconds }) => {
      const state = failed === 0 ? 'ok' : 'FAILED';
      const counts = `${passed} passed, ${failed} failed`;
      return `${name.padEnd(30)}${state.padEnd(8)}${counts.padEnd(26)}${seconds.toFixed(1)} s`;
    })
    .join('\n');
}

/**
 * Names what failed, each with the first lines of its error, and what passed at a second try only.
 * @param {Result[]} results
 * @returns {string} empty when everything passed at once; the more failed, the less is said of each
 */
export function listTroubles(results) {
  const failures = results.flatMap((result) => result.failures);
  const flaky = results.flatMap((result) => result.flaky);
  const each = Math.min(LINES_PER_FAILURE, Math.floor(MAX_LINES / failures.length) - 1);
  return [
    ...failures.flatMap(({ name, error }) => [`FAILED ${name}`, ...firstLines(error, each)]),
    ...flaky.map((name) => `FLAKY ${name}`),
  ]
    .slice(0, MAX_LINES)
    .join('\n');
}

/**
 * @param {string} text
 * @param {number} count
 */
function firstLines(text, count) {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !FOREIGN.test(line));
  return lines.slice(0, Math.max(0, count)).map((line) => `    ${line.slice(0, 160)}`);
}

/** @param {Result[]} results */
export function closingLine(results) {
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((total, result) => total + result[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
