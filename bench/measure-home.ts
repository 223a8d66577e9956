import { gzipSync } from 'node:zlib';
import { startShop } from '#e2e/support/server.ts';
import { freePort } from '#server/testing/free-port.ts';
import { inspectPage, installLighthouse, type Report } from './lighthouse.ts';

export type Figure = {
  name: string;
  unit: '' | 'ms' | 'kB';
  /** The required bound; null: reported only. */
  limit: { atLeast: number } | { atMost: number } | null;
  runs: readonly number[];
};

type Reading = Omit<Figure, 'runs'> & { read: (report: Report) => number };

const RUNS = 5;
const category = (name: string, atLeast: number): Reading => ({
  name,
  unit: '',
  limit: { atLeast },
  read: ({ categories }) => Math.round((categories[name]?.score ?? 0) * 100),
});
const audit = (name: string, unit: Figure['unit'], limit: Figure['limit']): Reading => ({
  name,
  unit,
  limit,
  read: ({ audits }) => {
    const value = audits[name]?.numericValue ?? Number.NaN;
    return unit === 'kB' ? value / 1000 : value;
  },
});

const readings: readonly Reading[] = [
  category('performance', 98),
  category('accessibility', 100),
  category('best-practices', 100),
  category('seo', 100),
  audit('largest-contentful-paint', 'ms', { atMost: 1000 }),
  audit('cumulative-layout-shift', '', { atMost: 0.01 }),
  audit('total-byte-weight', 'kB', { atMost: 300 }),
  audit('first-contentful-paint', 'ms', null),
  audit('speed-index', 'ms', null),
  audit('total-blocking-time', 'ms', null),
];
/** Compressed by gzip, as the budget is defined; browsers with Brotli load less. */
const SCRIPT_LIMIT_KB = 85;

export async function measureHome(): Promise<Figure[]> {
  installLighthouse();
  const port = String(await freePort());
  const shop = await startShop({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  try {
    await (await fetch(shop.url)).text();
    const reports: Report[] = [];
    while (reports.length < RUNS) reports.push(await inspectPage(`${shop.url}/`));
    const scripts = await Promise.all(reports.map(weighScripts));
    return [
      ...readings.map(({ read, ...figure }) => ({ ...figure, runs: reports.map(read) })),
      { name: 'scripts', unit: 'kB', limit: { atMost: SCRIPT_LIMIT_KB }, runs: scripts },
      {
        name: 'speed of the processor (Lighthouse’s index)',
        unit: '',
        limit: null,
        runs: reports.map(({ environment }) => environment.benchmarkIndex),
      },
    ];
  } finally {
    await shop.remove();
  }
}

async function weighScripts({ audits }: Report): Promise<number> {
  const requests = audits['network-requests']?.details?.items ?? [];
  const urls = requests.filter((item) => item.resourceType === 'Script').map(({ url }) => url);
  const sizes = urls.map(async (url) => {
    const script = await (await fetch(url)).arrayBuffer();
    return gzipSync(Buffer.from(script)).length / 1000;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Returns the middle value, which outliers do not affect. */
export function median(runs: readonly number[]): number {
  return runs.toSorted((a, b) => a - b)[runs.length >> 1] ?? Number.NaN;
}

export function isWithin({ limit, runs }: Figure): boolean {
  if (limit === null) return true;
  return 'atLeast' in limit ? median(runs) >= limit.atLeast : median(runs) <= limit.atMost;
}
