import tests from '../playwright.config.ts';

/** The screens of `npm run bench taps`, one after another: each needs the processor for itself. */
export default {
  ...tests,
  testDir: '.',
  outputDir: '../../test-results',
  testMatch: '*.taps.ts',
  workers: 1,
  retries: 0,
  timeout: 120_000,
  reporter: [['line'], ['json', { outputFile: '../../test-results/taps.json' }]],
  use: {
    ...tests.use,
    actionTimeout: 20_000,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  },
};
