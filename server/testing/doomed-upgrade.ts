// A process that brings a shop's database up to a next release's schema and is killed after so many
// orders: `node doomed-upgrade.ts 50`, on the environment of a shop. A test starts it; nothing else
// does.
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
