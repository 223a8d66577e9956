import { expect, type Page } from '@playwright/test';
import type { Look } from '../book/views.ts';
import { expectTargets, findViolations } from './checks.ts';
import { expectFocusShows } from './focus.ts';
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
} from './reflow.ts';
import { expectOwnTexts } from './translate.ts';

type View = readonly [width: number, colorScheme: 'light' | 'dark'];

/** The short form checks in the first two views, the long form in all. */
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
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

/** Checks with axe in the current window. */
async function expectAccessible(
  page: Page,
  what: string,
  scope: Parameters<typeof findViolations>[1],
) {
  expect.soft(await findViolations(page, scope), `${what}: accessible`).toEqual([]);
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

/** Checks a state as `npm test` does, in two views. */
export async function checkOnce(page: Page, title: string, { hasFold }: Look) {
  await setView(page, first);
  await expectAccessible(page, title, { hasTargets: true });
  await expectOwnTexts(page, title);
  await expectNarrow(page, title);
  await expectWords(page, title);
  await expectTargets(page, title);
  await expectLowBars(page, title);
  await setView(page, second);
  await expectAccessible(page, `${title}, ${second.join(' ')}`, { isAboutColours: true });
  await expectReadable(page, title);
  await expectLargeText(page, title);
  if (!hasFold) return;
  await page.setViewportSize(phone);
  await expectFocusShows(page, title);
}

/** Checks a state as `npm run test:long` does. */
export async function checkInAllViews(page: Page, title: string, { isBrief }: Look) {
  const isBuyers = (await page.getByRole('tablist', { name: 'Administración' }).count()) === 0;
  await setView(page, first);
  await expectOwnTexts(page, title);
  for (const view of views) {
    await setView(page, view);
    await expectNarrow(page, `${title}, ${view.join(' ')}`);
    const scope = { isWhole: true, hasTargets: !isBrief };
    // Axe waits for the page's clock.
    if (isBrief !== 'paused') await expectAccessible(page, `${title}, ${view.join(' ')}`, scope);
  }
  if (isBrief) return;
  await expectReadable(page, title);
  await expectReadableElsewhere(page, title);
  await expectLargeText(page, title);
  if (isBuyers) await expectLargeColumns(page, title);
  await expectLowBars(page, title);
  await expectFocusShows(page, title);
}
