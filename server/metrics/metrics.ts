import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '#server/context.ts';
import { readJobCounts } from '#server/jobs/repo.ts';

/** An answered request, with its route's pattern: URLs may contain personal data. */
type Answered = { method: string; route: string; status: number; seconds: number };

export type Metrics = {
  contentType: string;
  observe: (request: Answered) => void;
  countOrder: () => void;
  countUpload: () => void;
  /** Returns all metrics with the current state, in Prometheus's text format. */
  read: () => Promise<string>;
};

type Parts = Pick<Context, 'db' | 'diskSpace' | 'clock'>;

/** Histogram buckets, from a response out of memory to an upload over a bad connection. */
const SECONDS = [0.005, 0.025, 0.1, 0.5, 2, 10, 60];

/**
 * Measures requests, orders, uploads, jobs, database, disk, and the process with its event loop.
 */
export function createMetrics(parts: Parts): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests, from their arrival to the last byte of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const orders = new Counter({
    name: 'pines_orders_total',
    help: 'Orders placed since the process started.',
    registers,
  });
  const uploads = new Counter({
    name: 'pines_uploads_total',
    help: 'Pictures taken in since the process started.',
    registers,
  });
  const refresh = watchState(register, parts);
  return {
    contentType: register.contentType,
    observe: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    countOrder: () => orders.inc(),
    countUpload: () => uploads.inc(),
    read: async () => {
      await refresh();
      return register.metrics();
    },
  };
}

/** Returns a function that reads the state; values that cannot be read are left out. */
function watchState(register: Registry, { db, diskSpace, clock }: Parts): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] });
  const isUp = gauge('pines_database_up', 'Whether the database answered: 1, else 0.');
  const connections = gauge('pines_database_connections', 'Connections of this process.', [
    'state',
  ]);
  const jobs = gauge('pines_jobs', 'Jobs that wait, and jobs that were given up.', [
    'queue',
    'state',
  ]);
  const oldest = gauge('pines_jobs_oldest_seconds', 'Age of the oldest job that waits.', ['queue']);
  const free = gauge('pines_disk_free_bytes', 'Room on the disk of the data folder.');
  const size = gauge('pines_disk_size_bytes', 'Size of the disk of the data folder.');

  return async () => {
    const [counts, disk] = await Promise.allSettled([readJobCounts(db), diskSpace()]);
    for (const stale of [jobs, oldest, free, size]) stale.reset();
    isUp.set(counts.status === 'fulfilled' ? 1 : 0);
    for (const { queue, state, count, since } of counts.status === 'fulfilled'
      ? counts.value
      : []) {
      jobs.set({ queue, state }, count);
      if (state === 'waiting') oldest.set({ queue }, (clock() - since) / 1000);
    }
    if (disk.status === 'fulfilled') {
      free.set(disk.value.free);
      size.set(disk.value.total);
    }
    for (const [state, count] of Object.entries(db.countConnections())) {
      connections.set({ state }, count);
    }
  };
}
