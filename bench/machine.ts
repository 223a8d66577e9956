import { availableParallelism, cpus, loadavg } from 'node:os';

/** Returns the day, the machine and its load, for the head of a benchmark's results. */
export function describeMachine(): string {
  const day = new Date().toISOString().slice(0, 10);
  const [cpu] = cpus();
  const load = loadavg()[0]?.toFixed(1);
  return `${day}, ${availableParallelism()} x ${cpu?.model.trim()}, Node ${process.version}, load ${load}`;
}
