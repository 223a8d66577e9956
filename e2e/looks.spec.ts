import { expect, type Page } from '@playwright/test';
import { test } from './book/stage.ts';
import type { State } from './book/walk.ts';
import { walks } from './book/walks.ts';
import { expectTargets, findViolations } from './support/checks.ts';
import { expectFocusShows } from './support/focus.ts';
import { expectNarrow, expectRoomToRead, expectUncut, withSpacing } from './support/reflow.ts';

/** Each state by one of these looks, and by all of them in the long run. */
const looks = [
  [360, 'light'],
  [1440, 'dark'],
  [768, 'light'],
  [360, 'dark'],
  [1440, 'light'],
  [768, 'dark'],
] as const;

const start = { width: 1440, height: 900 };

/** Counts the states, so that they take turns with the looks. */
let turn = 0;

async function expectAccessible(
  page: Page,
  what: string,
  [width, colorScheme]: (typeof looks)[number],
  isWhole: boolean,
) {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  const found = await findViolations(page, isWhole);
  expect.soft(found, `${what}, ${width} ${colorScheme}`).toEqual([]);
}

/** 320 pixels, 200 % and 400 % of a window of 1280 by 1024, and text set apart. */
async function expectReadable(page: Page, what: string) {
  await page.setViewportSize({ width: 320, height: 256 });
  await expectNarrow(page, what);
  await expectUncut(page, what);
  await expectRoomToRead(page, what);
  await expectTargets(page, what);
  await page.setViewportSize({ width: 640, height: 512 });
  await expectNarrow(page, `${what} at 200 %`);
  await page.setViewportSize({ width: 360, height: 740 });
  await withSpacing(page, async () => {
    await expectNarrow(page, `${what}, set apart`);
    await expectUncut(page, `${what}, set apart`);
  });
}

async function inspect(page: Page, { name, isBrief, hasFold }: State, isLong: boolean) {
  turn += 1;
  const some = looks.slice(turn % 2, (turn % 2) + 1);
  for (const look of isLong ? looks : some) await expectAccessible(page, name, look, isLong);
  if (!isBrief) await expectReadable(page, name);
  if (!isBrief && (isLong || hasFold)) await expectFocusShows(page, name);
  await page.setViewportSize(start);
}

// Without its script the page cannot be looked at by axe either.
for (const walk of walks.filter(({ hasNoScript }) => !hasNoScript)) {
  for (const [title, tag, isLong] of [
    [`${walk.name} is for everyone`, [], false],
    [`${walk.name} is for everyone, in every look`, ['@long'], true],
  ] satisfies [string, string[], boolean][]) {
    test(title, { tag }, async ({ enter }) => {
      test.setTimeout(isLong ? 600_000 : 240_000);
      const stage = await enter(walk);
      for (const state of walk.states) {
        await test.step(state.name, async () => {
          await state.reach(stage);
          await inspect(stage.page, state, isLong);
        });
      }
    });
  }
}
