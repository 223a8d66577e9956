// Loaded into a shop's process before it starts: tells its parent what the process has used.
import { setImmediate } from 'node:timers/promises';

/** What a shop's process has used until now. */
export type Usage = {
  /** Processor time of the thread that serves requests, in milliseconds. */
  threadMs: number;
  /** Bytes of live objects and of their buffers; null unless a collection was asked for. */
  liveBytes: number | null;
};

/** A question to the probe: whether garbage is to be collected first. */
export type UsageQuery = { collect: boolean };

process.on('message', ({ collect }: UsageQuery) => {
  void (collect ? readLiveBytes() : Promise.resolve(null)).then((liveBytes) => {
    const { user, system } = process.threadCpuUsage();
    const usage: Usage = { threadMs: (user + system) / 1000, liveBytes };
    process.send?.(usage);
  });
});
// The shop ends as it does without a parent that listens.
process.channel?.unref();

/** Collects twice: what a finaliser releases is garbage of the second time. */
async function readLiveBytes(): Promise<number> {
  for (let round = 0; round < 2; round += 1) {
    globalThis.gc?.();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
