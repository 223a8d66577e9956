import type { Log } from '#server/lib/log.ts';

export type PeriodicTask = { name: string; everyMs: number; run: () => Promise<unknown> };

/**
 * Runs each task soon and then at its interval, never twice at once; a failure is logged, and the
 * task runs again at the next interval.
 * @returns a function that stops the tasks and waits for running ones
 */
export function startPeriodicTasks(tasks: readonly PeriodicTask[], log: Log): () => Promise<void> {
  const running = new Map<string, Promise<void>>();

  async function runOnce({ name, run }: PeriodicTask): Promise<void> {
    try {
      const result = await run();
      log.debug({ task: name, result }, 'task done');
    } catch (error) {
      log.error({ task: name, err: error }, 'task failed');
    }
  }

  const timers = tasks.map((task) => {
    const start = () => {
      if (running.has(task.name)) return;
      running.set(
        task.name,
        runOnce(task).finally(() => running.delete(task.name)),
      );
    };
    start();
    return setInterval(start, task.everyMs);
  });

  return async () => {
    timers.forEach(clearInterval);
    await Promise.all(running.values());
  };
}
