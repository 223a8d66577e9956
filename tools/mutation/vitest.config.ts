import { defineConfig } from 'vitest/config';

/** The unit tests of the rules, and those tests of server and web that check a rule. */
export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 60_000,
    include: ['{domain,contract}/**/*.test.ts'],
  },
});
