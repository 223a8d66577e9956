import { defineConfig } from 'vitest/config';
import { room } from './rooms.mjs';

/** The tests of the mutated room; those of the server as in `vitest.config.ts`. */
export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 60_000,
    include: room.tests,
    ...(room.isServer
      ? {
          setupFiles: ['server/testing/cheap-passwords.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          hookTimeout: 60_000,
          // Loading the shop takes a second of CPU: a few named tests share it.
          isolate: !process.env.MUTATION_TESTS,
        }
      : {}),
  },
});
