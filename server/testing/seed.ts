/** Whether the long forms of the tests run (`npm run test:long`). */
export const LONG = process.env.TEST_LONG === '1';

/** What a random test begins with: TEST_SEED repeats a run, which tells its seed. */
export const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Says what a random test did, so that it can be repeated. */
export function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
