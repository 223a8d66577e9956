import type { Report } from './reports.ts';

export type Step = {
  name: string;
  command: readonly string[];
  env?: Record<string, string>;
  /** Counts the tests of a step that has some; other steps count as one test. */
  read?: () => Report;
};

export type Result = Report & { name: string; seconds: number };

const NOTHING: Report = { passed: 0, failed: 0, failures: [], flaky: [] };
/** The whole list of failures fits into what people see of a log's end. */
const MAX_LINES = 80;
const LINES_PER_FAILURE = 8;
/** A line of a stack that is not in the repository. */
const FOREIGN = /^\s+at .*(node_modules|<anonymous>|node:internal)/;

/**
 * What a finished step counts for. A step that fails without a failing test, or that should have
 * tests and ran none, counts as one failure.
 * @param code its exit code
 * @param output what it said, where that was kept
 */
export function stepResult(step: Step, code: number, seconds: number, output?: string): Result {
  const { name, read } = step;
  const report = read ? readOrNothing(read) : { ...NOTHING, passed: code === 0 ? 1 : 0 };
  const isEmpty = report.passed + report.failed === 0;
  if (report.failed > 0 || (code === 0 && !isEmpty)) return { name, seconds, ...report };
  const error = output ?? `It ended with code ${code}; what it said stands above.`;
  const failures = report.failures.length > 0 ? report.failures : [{ name, error }];
  return { name, seconds, ...report, failed: 1, failures };
}

function readOrNothing(read: () => Report): Report {
  try {
    return read();
  } catch {
    return NOTHING;
  }
}

/** @returns a line for each step */
export function table(results: readonly Result[]): string {
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
 * @returns empty when everything passed at once; the more failed, the less is said of each
 */
export function listTroubles(results: readonly Result[]): string {
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

function firstLines(text: string, count: number): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !FOREIGN.test(line));
  return lines.slice(0, Math.max(0, count)).map((line) => `    ${line.slice(0, 160)}`);
}

export function closingLine(results: readonly Result[]): string {
  const sum = (key: 'passed' | 'failed') =>
    results.reduce((total, result) => total + result[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
