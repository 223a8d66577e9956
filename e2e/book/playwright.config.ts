import { findChromium } from '../../scripts/lib/find-chromium.ts';
import tests from '../playwright.config.ts';

const executablePath = findChromium();

/** The picture book: every state once, whatever it costs. */
export default {
  ...tests,
  testDir: '.',
  testMatch: '**/*.book.ts',
  timeout: 300_000,
  retries: 1,
  reporter: 'list',
  use: {
    ...tests.use,
    launchOptions: { ...tests.use?.launchOptions, ...(executablePath && { executablePath }) },
    actionTimeout: 15_000,
    trace: 'off',
    screenshot: 'off',
  },
};
