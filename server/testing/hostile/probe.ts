// Loaded into a shop's process before it starts: reports the process's usage to its parent.
import { setImmediate } from 'node:timers/promises';

/** The resource usage of a shop's process until now. */
export type Usage = {
  /** Processor time of the thread that serves requests, in milliseconds. */
  threadMs: number;
  /** Bytes of live objects and their buffers; null unless a garbage collection was requested. */
  liveBytes: number | null;
};

/** A request to the probe; `collect`: collect garbage first. */
export type UsageQuery = { collect: boolean };

process.on('message', ({ collect }: UsageQuery) => {
  void (collect ? readLiveBytes() : Promise.resolve(null)).then((liveBytes) => {
    const { user, system } = process.threadCpuUsage();
    const usage: Usage = { threadMs: (user + system) / 1000, liveBytes };
    process.send?.(usage);
  });
});
// So that the channel to the parent does not keep the shop running.
process.channel?.unref();

/** Collects garbage twice: memory that a finalizer releases is freed by the second collection. */
async function readLiveBytes(): Promise<number> {
  for (let round = 0; round < 2; round += 1) {
    globalThis.gc?.();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
