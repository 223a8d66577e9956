import { readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {{
 *   name: string,
 *   args: string[],
 *   env?: Record<string, string>,
 *   read?: () => Count,
 *   mayBeEmpty?: boolean,
 * }} Step `read` counts the tests of a step that has some; other steps count as one test
 * @typedef {Count & { name: string, seconds: number }} Result
 */

/**
 * What a finished step counts for. A step that fails without a failing test, or that should have
 * tests and ran none, counts as one failure.
 * @param {Step} step
 * @param {number} code its exit code
 * @param {number} seconds
 * @returns {Result}
 */
export function stepResult({ name, read, mayBeEmpty = false }, code, seconds) {
  if (!read) return { name, seconds, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const { passed, failed } = readOrNothing(read);
  const isEmpty = passed + failed === 0 && !mayBeEmpty;
  const failedOtherwise = failed === 0 && (code !== 0 || isEmpty);
  return { name, seconds, passed, failed: failedOtherwise ? 1 : failed };
}

/** @param {() => Count} read */
function readOrNothing(read) {
  try {
    return read();
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/**
 * @param {string} path a report of Vitest's json reporter
 * @returns {Count}
 */
export function readVitest(path) {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(path, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests };
}

/**
 * @param {string} path a report of Playwright's json reporter
 * @returns {Count} what passed at a second try (tried in CI alone) has passed, and is named as flaky above
 */
export function readPlaywright(path) {
  const { expected, unexpected, flaky } = JSON.parse(readFileSync(path, 'utf8')).stats;
  return { passed: expected + flaky, failed: unexpected };
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

/** @param {Result[]} results */
export function closingLine(results) {
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((total, result) => total + result[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
