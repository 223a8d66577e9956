import { defineConfig, devices } from '@playwright/test';
import { findCheapChromium, findChromium } from './support/find-chromium.ts';

/** Chromium heeds only the last such list: these are Playwright's own, then ours. */
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
  // Two pages of the address bar and a process in reserve, for every page that a journey opens.
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
  // A third works while the others wait for a server or a clock.
  workers: 3,
  // Until ten runs in a row have needed none: what fails twice is broken, what fails once is told.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  // Reached only when something is broken: a busy machine must not reach them.
  timeout: long ? 300_000 : 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    // Moving screens cost as much as all else; journeys about movement ask for it themselves.
    reducedMotion: 'reduce',
    // Recording takes as long as the journeys: `--trace on` records the one that failed.
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
        // Two processes fewer to talk to: a page costs a sixth less.
        '--in-process-gpu',
        `--enable-features=${enabledFeatures.join()}`,
      ],
    },
  },
});
