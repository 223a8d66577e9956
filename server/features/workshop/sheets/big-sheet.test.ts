import { readFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { childrenOf } from '../../../testing/children.ts';
import { makeNoise } from '../../../testing/pictures.ts';
import { LONG, tell } from '../../../testing/seed.ts';
import { openTestSheets } from '../../../testing/sheets.ts';

const ORDERS = 30;
const PICTURES = 10;
/** Three or four pins of each picture: 1,000 in all. */
const quantityOf = (picture: number) => (picture % 3 === 0 ? 4 : 3);
const MB = 1_000_000;

/** Memory that this process and its decoders hold, in bytes. */
async function residentBytes(): Promise<{ own: number; all: number }> {
  const children = childrenOf(process.pid);
  const sizes = await Promise.all(
    [process.pid, ...children].map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
    }),
  );
  return { own: sizes[0] ?? 0, all: sizes.reduce((sum, size) => sum + size, 0) };
}

test.runIf(LONG)(
  'a big press sheet takes bounded memory of the shop; its run tells how late others were served',
  {
    timeout: 1_800_000,
  },
  async () => {
    const sheets = await openTestSheets('sqlite');
    const file = await makeNoise(3000, 2900);
    const pictures = Array.from({ length: PICTURES }, (_, at) => ({
      quantity: quantityOf(at),
      file,
    }));
    const orderIds: string[] = [];
    for (let at = 0; at < ORDERS; at += 1) orderIds.push(await sheets.order(pictures));

    const idle = await residentBytes();
    let peak = idle;
    const look = setInterval(async () => {
      const { own, all } = await residentBytes();
      peak = { own: Math.max(peak.own, own), all: Math.max(peak.all, all) };
    }, 100);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const began = performance.now();
    const made = await sheets.make({ orderIds, paper: 'a3' });
    delay.disable();
    clearInterval(look);

    const pins = ORDERS * pictures.reduce((sum, { quantity }) => sum + quantity, 0);
    expect(made).toMatchObject({ state: 'done', pins, missing: [] });
    const bytes = (await sheets.file(made.id)).length;
    const seconds = Math.round((performance.now() - began) / 1000);
    const [p99, most] = [delay.percentile(99) / 1e6, delay.max / 1e6];
    tell(
      `${pins} pins of ${ORDERS * PICTURES} pictures of ${file.length} bytes: ${seconds} s,` +
        ` ${made.pages} pages, ${bytes} bytes; memory ${Math.round((peak.own - idle.own) / MB)} MB above` +
        ` ${Math.round(idle.own / MB)}, with decoders ${Math.round((peak.all - idle.all) / MB)}; event loop late ${p99.toFixed(0)} ms (99 %), ${most.toFixed(0)} at most`,
    );
    expect(peak.own - idle.own).toBeLessThan(150 * MB);
    await sheets.close();
  },
);
