import { defineConfig } from 'vitest/config';

/** Beside the rules' own tests those of server and browser that are the natural ones of a rule. */
export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 60_000,
    include: ['{domain,contract}/**/*.test.ts'],
  },
});
