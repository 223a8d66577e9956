import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONG, report, SEED } from '#server/testing/seed.ts';
import { mutants } from '#server/testing/simulation/mutants.ts';
import { findDifference, live, stories } from '#server/testing/simulation/story.ts';

/** Number of random lives, and their maximum days; the long form has a thousand days or more. */
const [LIVES, MAX_DAYS] = LONG ? [120, 28] : [2, 6];
const RUNS = Number(process.env.TEST_RUNS ?? LIVES);
/** Number of lives that are run twice. */
const TWICE = Number(process.env.TEST_RUNS ?? 20);
const PATIENCE_MS = LONG ? 3_600_000 : 180_000;
/** What the simulation has to find: one shows that it looks, the long form finds them all. */
const planted = Object.entries(mutants).slice(0, LONG ? undefined : 1);
/** TEST_SEED and TEST_PATH, printed by a failure, repeat the failed life and look for a shorter one. */
const path = process.env.TEST_PATH;
const replay = { seed: SEED, ...(path ? { path } : { endOnFailure: true }) };
/** A failed life is shown before the test times out, which would leave it running beside the next. */
const inTime = { interruptAfterTimeLimit: PATIENCE_MS * 0.8, markInterruptAsFailure: true };
const story = stories(MAX_DAYS);

describe('a simulated shop', () => {
  test('keeps promises through faults, kills and rivals', { timeout: PATIENCE_MS }, async () => {
    let [days, moments] = [0, 0];
    const property = fc.asyncProperty(story, async (told) => {
      await live(told);
      days += told.days.length;
      moments += told.days.flatMap((day) => day.moments).length;
    });
    await fc.assert(property, { ...replay, ...inTime, numRuns: RUNS });
    report(`simulated shop: TEST_SEED=${SEED}, ${RUNS} lives, ${days} days, ${moments} moments`);
    if (LONG && !process.env.TEST_RUNS) expect(days).toBeGreaterThanOrEqual(1000);
  });

  test.runIf(LONG)('lives the same life twice', { timeout: PATIENCE_MS }, async () => {
    for (const told of fc.sample(stories(4), { seed: SEED, numRuns: TWICE })) {
      const first = await live(told);
      expect(findDifference(first, await live(told))).toBe('');
      expect(findDifference(first, await live({ ...told, seed: told.seed + 2 }))).not.toBe('');
    }
    report(`simulated shop: TEST_SEED=${SEED}, ${TWICE} lives lived twice`);
  });

  test.each(planted)('finds %s', { timeout: PATIENCE_MS }, async (name, plant) => {
    const property = fc.asyncProperty(story, async (told) => {
      await live(told, plant);
    });
    const found = await fc.check(property, {
      seed: SEED,
      numRuns: 60,
      // Shrinking stops after two minutes.
      ...(LONG ? { interruptAfterTimeLimit: 120_000 } : { endOnFailure: true }),
    });
    const days = found.counterexample?.[0].days ?? [];
    const { length } = days.flatMap((day) => day.moments);
    const said = found.errorInstance instanceof Error ? found.errorInstance.message : '';
    const [why] = said.split('\n');
    // The error has the whole history and the seed to repeat it.
    expect(said).toContain(`seed ${found.counterexample?.[0].seed}\n`);
    expect(said.match(/Z \[\[\{/g) ?? []).not.toHaveLength(0);
    report(`${name}: found in life ${found.numRuns}, at the shortest of ${length} moments: ${why}`);
    expect(found.counterexample).not.toBeNull();
  });
});
