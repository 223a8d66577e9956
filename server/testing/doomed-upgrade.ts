// A process that migrates a shop's database to a next release's schema and is killed after so many
// orders: `node doomed-upgrade.ts 50`, with the environment of a shop. Only a test starts it.
import { loadConfig } from '#server/config.ts';
import { migrate, openEngine } from '#server/db/database.ts';
import { nextMigration } from './next-migration.ts';

const last = Number(process.argv[2]);
const { raw } = await openEngine(loadConfig());
await migrate(
  raw,
  nextMigration((done) => {
    if (done === last) process.kill(process.pid, 'SIGKILL');
  }),
);
