// A process that migrates a shop's database to a future schema and is killed after some orders:
// `node doomed-upgrade.ts 50`, with a shop's environment. Only a test starts it.
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
