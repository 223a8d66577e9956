/** Whether the long forms of the tests run (`npm run test:long`). */
export const LONG = process.env.TEST_LONG === '1';

/** The seed of random tests: TEST_SEED repeats a run, which prints its seed. */
export const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Options for fast-check: TEST_SEED and TEST_PATH, printed by a failure, repeat the failed run. */
export const REPLAY = {
  seed: SEED,
  ...(process.env.TEST_PATH ? { path: process.env.TEST_PATH } : {}),
};

/** Returns how many runs a random test makes: TEST_RUNS overrides it. */
export function countRuns(byDefault: number): number {
  return Number(process.env.TEST_RUNS ?? byDefault);
}

/** Returns all examples of a sweep in the long form, else one of `share`: others in each run. */
export function someOf<const Each>(all: readonly Each[], share: number): Each[] {
  return all.filter((_, at) => LONG || at % share === SEED % share);
}

/** Prints what a random test did, so that it can be repeated. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
