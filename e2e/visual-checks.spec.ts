import { expect, type Page } from '@playwright/test';
import { type Stage, type State, test, type Walk } from './book/stage.ts';
import { walks } from './book/walks.ts';
import { expectAlertsShow, expectTargets, findViolations } from './support/checks.ts';
import { expectFocusShows } from './support/focus.ts';
import {
  expectLowBars,
  expectNarrow,
  expectRoomToRead,
  expectTitles,
  expectUncut,
  expectWithin,
  expectWords,
  withLargeText,
  withSpacing,
} from './support/reflow.ts';
import { expectOwnTexts } from './support/translate.ts';

type View = readonly [width: number, colorScheme: 'light' | 'dark'];

/** The short form checks one state of each in the first two views, the long form all in all. */
const mainWalks = [
  'home',
  'legal',
  'images',
  'uploads',
  'studio',
  'products',
  'delivery',
  'summary',
  'sign-in',
  'profile',
  'proof',
  'admin-orders',
  'admin-order',
  'workshop',
  'admin-settings',
];
const views: readonly [first: View, second: View, ...others: View[]] = [
  [360, 'light'],
  [1440, 'dark'],
  [768, 'light'],
  [360, 'dark'],
  [1440, 'light'],
  [768, 'dark'],
];
const [first, second] = views;
const phone = { width: 360, height: 740 };

async function setView(page: Page, [width, colorScheme]: View) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
}

/** Checks with axe in the current window. */
async function expectAccessible(
  page: Page,
  what: string,
  scope: Parameters<typeof findViolations>[1],
) {
  expect.soft(await findViolations(page, scope), `${what}: accessible`).toEqual([]);
}

/**
 * Shows only a few orders of the panel's list, since each costs axe as much as the first, even
 * behind windows. Not for other walks: with mocked responses a page keeps pictures that a state
 * loses.
 */
async function shortenList(page: Page) {
  await page.route(/\/api\/admin\/orders\?/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    return route.fulfill({ response, json: { ...json, orders: json.orders?.slice(0, 8) } });
  });
}

/** 400 % zoom of a window of 1280 by 1024, with normal and increased text spacing. */
async function expectReadable(page: Page, what: string) {
  await page.setViewportSize({ width: 320, height: 256 });
  await expectNarrow(page, what);
  await expectUncut(page, what);
  await expectRoomToRead(page, what);
  await expectTargets(page, what);
  await expectReadableApart(page, what);
}

async function expectReadableApart(page: Page, what: string) {
  await withSpacing(page, async () => {
    await expectNarrow(page, `${what}, set apart`);
    await expectUncut(page, `${what}, set apart`);
  });
}

/** Text twice as large on a phone (WCAG 2.2, 1.4.4). */
async function expectLargeText(page: Page, what: string) {
  await page.setViewportSize(phone);
  await withLargeText(page, async () => {
    const large = `${what}, large text`;
    await expectNarrow(page, large);
    await expectUncut(page, large);
    await expectWithin(page, large);
    await expectWords(page, large);
    await expectTitles(page, large);
    await expectRoomToRead(page, large);
  });
}

/** Text twice as large on a desktop, where a buyer's windows have columns. */
async function expectLargeColumns(page: Page, what: string) {
  await page.setViewportSize({ width: 1440, height: 900 });
  await withLargeText(page, async () => {
    const large = `${what}, large text on a desktop`;
    await expectNarrow(page, large);
    await expectWords(page, large);
    await expectTitles(page, large);
  });
}

/** Checks that the short form skips: 200 %, and text spacing on a phone. */
async function expectReadableElsewhere(page: Page, what: string) {
  await page.setViewportSize({ width: 640, height: 512 });
  await expectNarrow(page, `${what} at 200 %`);
  await page.setViewportSize(phone);
  await expectReadableApart(page, what);
}

async function checkOnce(page: Page, { name, hasFold }: State) {
  await expectAlertsShow(page, name);
  await expectAccessible(page, name, { hasTargets: true });
  await expectOwnTexts(page, name);
  await expectNarrow(page, name);
  await expectWords(page, name);
  await expectTargets(page, name);
  await expectLowBars(page, name);
  await setView(page, second);
  await expectAccessible(page, `${name}, ${second.join(' ')}`, { isAboutColours: true });
  await expectReadable(page, name);
  await expectLargeText(page, name);
  if (!hasFold) return;
  await page.setViewportSize(phone);
  await expectFocusShows(page, name);
}

async function checkInAllViews(page: Page, { name, isBrief }: State, isBuyer: boolean) {
  await expectAlertsShow(page, name);
  await expectOwnTexts(page, name);
  for (const view of views) {
    await setView(page, view);
    const scope = { isWhole: true, hasTargets: !isBrief };
    await expectAccessible(page, `${name}, ${view.join(' ')}`, scope);
  }
  if (!isBrief) {
    await expectReadable(page, name);
    await expectReadableElsewhere(page, name);
    await expectLargeText(page, name);
    if (isBuyer) await expectLargeColumns(page, name);
    await expectLowBars(page, name);
    await expectFocusShows(page, name);
  }
  await setView(page, first);
}

/** Returns the state for the short form: the first with a fold, else the first not brief. */
const representative = ({ states }: Walk) =>
  states.find(({ hasFold }) => hasFold) ?? states.find(({ isBrief }) => !isBrief);

async function walkShort(stage: Stage, walk: Walk) {
  const checked = representative(walk);
  for (const state of walk.states) {
    await test.step(state.name, () => state.reach(stage));
    if (state === checked) return checkOnce(stage.page, state);
  }
}

async function walkWhole(stage: Stage, walk: Walk) {
  for (const state of walk.states)
    await test.step(state.name, async () => {
      await state.reach(stage);
      await checkInAllViews(stage.page, state, walk.as !== 'admin');
    });
}

// Without scripts axe cannot run in the page either.
for (const walk of walks.filter(({ hasNoScript }) => !hasNoScript)) {
  test.describe(() => {
    test.use({ as: walk.as, inFullShop: walk.inFullShop ?? false });
    if (mainWalks.includes(walk.name))
      test(`${walk.name} is for everyone`, async ({ page, stage }) => {
        test.setTimeout(240_000);
        await setView(page, first);
        if (walk.as === 'admin') await shortenList(page);
        await walkShort(stage, walk);
      });
    test(`${walk.name} is for everyone, in every view`, { tag: '@long' }, async ({
      page,
      stage,
    }) => {
      test.setTimeout(600_000);
      await setView(page, first);
      await walkWhole(stage, walk);
    });
  });
}
