import { open } from 'node:fs/promises';
import { ConfigError } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import {
  moveToEmbedded,
  moveToFirebase,
  SCRYPT,
} from '#server/ports/identity/move/move-accounts.ts';
import { readArguments, runOperation, withDatabase } from './run-operation.ts';

const USAGE = `npm run move-accounts -- to-firebase cuentas.json
  escribe las cuentas, con los hashes de sus contraseñas, en un archivo nuevo para Firebase
npm run move-accounts -- to-embedded
  trae de vuelta las cuentas de Firebase; cada persona elige otra contraseña por correo
La tienda debe estar detenida.
`;
const OWNER_ONLY = 0o600;

const [direction, path = ''] = readArguments(USAGE, (name, file, ...rest) =>
  name === 'to-firebase'
    ? file?.endsWith('.json') === true && rest.length === 0
    : name === 'to-embedded' && file === undefined,
);
await runOperation((config) =>
  withDatabase(config, (db) => (direction === 'to-firebase' ? moveThere(db, path) : moveBack(db))),
);

async function moveThere(db: Database, file: string): Promise<string> {
  const handle = await open(file, 'wx', OWNER_ONLY).catch((error: Error) => {
    throw new ConfigError([`${file}: ${error.message}`]);
  });
  const users = await moveToFirebase(db, Date.now());
  await handle.writeFile(JSON.stringify({ users }, null, 2));
  await handle.close();
  const { memCost, blockSize, parallelization, dkLen } = SCRYPT;
  return `${users.length} cuentas están en ${file}. Impórtalas y después borra el archivo:
  firebase auth:import ${file} --hash-algo=STANDARD_SCRYPT --mem-cost=${memCost} --block-size=${blockSize} --parallelization=${parallelization} --dk-len=${dkLen}
`;
}

async function moveBack(db: Database): Promise<string> {
  const { accounts, taken } = await moveToEmbedded(db, Date.now());
  const left = taken.map((email) => `se dejó fuera, otra cuenta lo tiene: ${email}\n`).join('');
  return `Volvieron ${accounts} cuentas\n${left}`;
}
