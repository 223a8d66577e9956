import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../scripts/lib/chromium.mjs';

const executablePath = findChromium();
const long = process.env.TEST_LONG === '1';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  workers: 2,
  // A machine that does other work may miss a deadline once; what fails twice is broken.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  timeout: long ? 300_000 : 90_000,
  expect: { timeout: 15_000 },
  reporter: [['line'], ['json']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
