import { open } from 'node:fs/promises';
import { ConfigError } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import {
  moveToEmbedded,
  moveToFirebase,
  SCRYPT,
} from '#server/ports/identity/move/move-accounts.ts';
import { refuseUse, runOperation, withDatabase } from './run-operation.ts';

const USAGE = `npm run move-accounts -- to-firebase cuentas.json
  writes the embedded accounts, with the hashes of their passwords, into a new file for Firebase
npm run move-accounts -- to-embedded
  gives the embedded provider the accounts back; each chooses a new password by the reset mail
The shop must not be running.
`;
const OWNER_ONLY = 0o600;

const [direction, path, ...rest] = process.argv.slice(2);
const isThere = direction === 'to-firebase' && path?.endsWith('.json') === true;
const isBack = direction === 'to-embedded' && path === undefined;
if (!(isThere || isBack) || rest.length > 0) refuseUse(USAGE);
await runOperation((config) =>
  withDatabase(config, (db) => (isThere ? moveThere(db, path ?? '') : moveBack(db))),
);

async function moveThere(db: Database, file: string): Promise<string> {
  const handle = await open(file, 'wx', OWNER_ONLY).catch((error: Error) => {
    throw new ConfigError([`${file}: ${error.message}`]);
  });
  const users = await moveToFirebase(db, Date.now());
  await handle.writeFile(JSON.stringify({ users }, null, 2));
  await handle.close();
  const { memCost, blockSize, parallelization, dkLen } = SCRYPT;
  return `${users.length} accounts are in ${file}. Import them, then delete the file:
  firebase auth:import ${file} --hash-algo=STANDARD_SCRYPT --mem-cost=${memCost} --block-size=${blockSize} --parallelization=${parallelization} --dk-len=${dkLen}
`;
}

async function moveBack(db: Database): Promise<string> {
  const { accounts, taken } = await moveToEmbedded(db, Date.now());
  const left = taken.map((email) => `left out, another account has it: ${email}\n`).join('');
  return `${accounts} accounts came back\n${left}`;
}
