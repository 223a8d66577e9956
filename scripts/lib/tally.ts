import type { Report } from './reports.ts';

export type Step = {
  name: string;
  command: readonly string[];
  env?: Record<string, string>;
  /** Counts the tests of a step that has some; other steps count as one test. */
  read?: () => Report;
};

export type Result = Report & { name: string; seconds: number };

/**
 * What a finished step counts for. A step that fails without a failing test, or that should have
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

/** A line for each step, then what went wrong, and at last the counts of all. */
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
