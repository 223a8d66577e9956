import type { Page } from '@playwright/test';
import { dayOf } from '#domain/base/dates.ts';
import type { Stage, State } from '#e2e/book/stage.ts';
import { callAs, placeOrder } from '../../support/admin.ts';
import { pick } from '../../support/wizard.ts';
import { drawFiles, type Motifs } from '../motifs.ts';

/** Holds all matching requests. @returns releases them */
async function holdCalls(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.fallback().catch(() => undefined);
  });
  return async () => {
    resolve();
    await page.unroute(url);
  };
}

type Reach = State['reach'];

/**
 * A state during which requests are held, and a function to release them.
 * @param before the part that must not be held yet
 */
export function held(
  name: string,
  url: string | RegExp,
  reach: Reach,
  before: Reach = async () => {},
): readonly [State, () => Promise<void>] {
  let letGo = async () => {};
  const hold = async (stage: Stage) => {
    await before(stage);
    letGo = await holdCalls(stage.page, url);
    await reach(stage);
  };
  return [{ name, reach: hold }, () => letGo()];
}

/** Picks motifs like a buyer. */
export async function pickMotifs(page: Page, count: number, motifs?: Motifs) {
  await pick(page, await drawFiles(count, motifs));
}

/** Places two paid orders to print: other walks in the same shop may have used the demo's. */
export async function addOrdersToPrint({ page, shop }: Stage) {
  const { call } = callAs(page.request);
  for (const name of ['Paula Prensa', 'Pedro Papel']) {
    const id = await placeOrder(shop, { name });
    const payment = { paidAt: dayOf(Date.now()), how: 'Transferencia' };
    await call('PUT', `/admin/orders/${id}/payment`, payment);
  }
}
