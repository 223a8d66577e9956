import tests from '../playwright.config.ts';
import { findChromium } from '../support/find-chromium.ts';

const executablePath = findChromium();

/** The picture book: journeys that mark states, and some for the states that no other reaches. */
export default {
  ...tests,
  testDir: '..',
  testMatch: '**/*.{spec,book}.ts',
  timeout: 300_000,
  retries: 1,
  reporter: 'list',
  use: {
    ...tests.use,
    // A phone's, in which a message may come under a bar; journeys about wide windows set their own.
    viewport: { width: 360, height: 900 },
    launchOptions: { ...tests.use?.launchOptions, ...(executablePath && { executablePath }) },
    actionTimeout: 15_000,
    trace: 'off',
    screenshot: 'off',
  },
};
