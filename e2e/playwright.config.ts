import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findCheapChromium, findChromium } from './support/find-chromium.ts';

/** Chromium uses only the last such list: these are Playwright's own, then ours. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Two internal pages of the address bar and a spare process, per opened page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];
/** As above. */
const enabledFeatures = [
  'CDPScreenshotNewSurface',
  'SkipListAccountsWithoutGaiaCookies',
  'NetworkServiceInProcess2',
];
const long = process.env.TEST_LONG === '1';
const executablePath = long ? findChromium() : findCheapChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  // The picture book extends this configuration from another folder.
  globalSetup: join(import.meta.dirname, 'support/build-web.ts'),
  // A third works while the others wait for a server or a clock.
  workers: 3,
  // Until ten runs in a row have needed no retry: a test that fails twice is broken, one that fails
  // once is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  // Limits for broken tests: a busy machine must not reach them.
  timeout: long ? 300_000 : 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    // Animations cost as much as everything else; tests of motion enable them.
    reducedMotion: 'reduce',
    // Recording doubles the time: `--trace on` records the failed journey.
    trace: 'off',
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
        `--disable-features=${disabledFeatures.join()}`,
        // Two processes less, which makes a page load a sixth cheaper.
        '--in-process-gpu',
        `--enable-features=${enabledFeatures.join()}`,
      ],
    },
  },
});
