import { defineConfig } from 'vitest/config';

/** The tests of `npm run test:firebase` besides the journeys. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    include: ['e2e/firebase/*.emulator.ts'],
    setupFiles: ['server/testing/cheap-passwords.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    // They share the emulator.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
