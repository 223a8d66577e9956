import type { Storage } from './storage.ts';

/**
 * Keeps new files in one place and still finds those that are in another: so files can be moved
 * while the shop runs.
 */
export function withFallback(place: Storage, earlier: Storage): Storage {
  return {
    put: place.put,
    putFile: place.putFile,
    // A file that is moved between the first two looks is in the first place by the third.
    open: async (key) =>
      (await place.open(key)) ?? (await earlier.open(key)) ?? (await place.open(key)),
    // In this order, or a file that is moved meanwhile comes back: whoever moves it looks last
    // whether it is still in the earlier place.
    remove: async (key) => {
      await earlier.remove(key);
      await place.remove(key);
    },
    sweep: async (before) => {
      await place.sweep(before);
      await earlier.sweep(before);
    },
  };
}
