/**
 * What is mutated together, with the tests that check it and the share of mutants, in percent, that
 * they must detect. Server tests run in processes of their own and start PostgreSQL.
 * @typedef {{ folders: string[], tests: string[], min: number, isServer: boolean }} Room
 */

/** @param {string} folder @param {string[]} [others] tests elsewhere */
const server = (folder, others = []) => ({
  folders: [folder],
  // The nearest tests are enough for a first look at a file: they take minutes instead of hours.
  tests: process.env.MUTATION_TESTS?.split(',') ?? [`${folder}/**/*.test.ts`, ...others],
  min: 80,
  isServer: true,
});

/** @type {Record<string, Room>} */
export const rooms = {
  rules: {
    folders: ['domain', 'contract'],
    tests: ['{domain,contract}/**/*.test.ts'],
    min: 90,
    isServer: false,
  },
  jobs: server('server/jobs'),
  storage: server('server/ports/storage', [
    'server/{rotten-files,slow-servers,object-storage}.test.ts',
  ]),
  database: server('server/db', ['server/features/orders/place/races.test.ts']),
  payments: server('server/features/payments', ['server/ports/payments/*.test.ts']),
  orders: server('server/features/orders'),
};

/** Files of a room that are not mutated. */
export const excluded = [
  '!**/*.test.ts',
  '!**/*.suite.ts',
  '!**/testing/**',
  '!domain/**/*-data.ts',
];

/** The room that is mutated: `npm run test:mutation` sets it. */
export const room = rooms[process.env.MUTATION_ROOM ?? 'rules'] ?? rooms.rules;
