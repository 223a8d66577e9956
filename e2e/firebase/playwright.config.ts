import base from '../playwright.config.ts';

/** Journeys of a shop whose users sign in with Firebase: `npm run test:firebase`. */
export default {
  ...base,
  testDir: '.',
  testMatch: '*.journey.ts',
  outputDir: '../../test-results',
  // They share the emulator.
  workers: 1,
  reporter: [['list']],
};
