/** Numbers that look random and are the same at every start. */
export type Random = {
  /** From 0 to below 1. */
  roll: () => number;
  /** From `low` to `high`, both included. */
  whole: (low: number, high: number) => number;
  pick: <T>(from: readonly [T, ...T[]]) => T;
  /** Whether something happens that happens so often (0 to 1). */
  chance: (share: number) => boolean;
};

/** @param seed whole; the same seed yields the same numbers (mulberry32) */
export function createRandom(seed: number): Random {
  let state = seed;
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number) => low + Math.floor(roll() * (high - low + 1));
  return {
    roll,
    whole,
    pick: (from) => from[whole(0, from.length - 1)] ?? from[0],
    chance: (share) => roll() < share,
  };
}
