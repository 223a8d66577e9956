import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { endingOf, isAskedFor, type Look, looks } from './choice.ts';
import { putUp, shoot, showToasts } from './shoot.ts';
import { test } from './stage.ts';
import type { State } from './walk.ts';
import { walks } from './walks.ts';

const BOOK = join(import.meta.dirname, '../../book');
const start: Look = { width: 1440, colorScheme: 'light', forcedColors: 'none' };
const PHONE = 360;
/** A clock is stopped a little ahead, for the page runs on while it is told. */
const AHEAD_MS = 250;

/** Takes a state at every look that was asked for. */
async function portray(page: Page, state: State, path: string) {
  const { isBrief = false, show, hasFold } = state;
  if (isBrief) await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS);
  // What slides in has come to rest.
  await page.waitForTimeout(350);
  await showToasts(page, isBrief);
  for (const look of looks) {
    const ending = endingOf(look);
    await shoot(page, look, show, `${path}-${ending}`);
    if (hasFold && look.width === PHONE) await shoot(page, look, 'fold', `${path}-fold-${ending}`);
  }
  if (isBrief) await page.clock.resume();
  await putUp(page, start);
}

for (const walk of walks) {
  const asked = walk.states.filter(({ name }) => isAskedFor(walk.name, name));
  if (asked.length === 0) continue;
  test(walk.name, async ({ enter }) => {
    const stage = await enter(walk);
    await putUp(stage.page, start);
    for (const [at, state] of walk.states.entries()) {
      await test.step(state.name, () => state.reach(stage));
      const file = `${String(at + 1).padStart(2, '0')}-${state.name}`;
      if (asked.includes(state)) await portray(stage.page, state, join(BOOK, walk.name, file));
      if (asked.at(-1) === state) break;
    }
  });
}
