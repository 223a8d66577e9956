import type { Page } from '@playwright/test';
import { pick } from '../../support/wizard.ts';
import { drawFiles, type Motifs } from '../motifs.ts';
import type { Stage, State } from '../walk.ts';

/** Keeps every call that fits waiting. @returns what lets them go on */
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
 * A state during which calls are kept waiting, and what lets them go on.
 * @param before what must not wait yet
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

/** Picks our motifs as a buyer picks files. */
export async function pickMotifs(page: Page, count: number, motifs?: Motifs) {
  await pick(page, await drawFiles(count, motifs));
}
