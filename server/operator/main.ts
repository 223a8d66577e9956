import { type Config, ConfigError } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { forgetSecondFactor } from '#server/features/people/second-factor/repo.ts';
import { originOf } from '#server/http/public-url.ts';
import { canonicalEmail, emailKey } from '#server/lib/canonical-email.ts';
import { readSecret } from '#server/lib/secrets.ts';
import { firstEntryKey, signFirstEntry } from '#server/ports/identity/embedded/first-entry.ts';
import { readArguments, runOperation, withDatabase } from './run-operation.ts';

const USAGE = `npm run admin -- primer-ingreso correo@ejemplo.cl
  muestra el enlace con que entra quien administra la tienda: sirve una vez, durante 24 horas
npm run admin -- forget-second-factor correo@ejemplo.cl
  quita la verificación en dos pasos de quien perdió su teléfono; con SQLite, con la tienda detenida
`;
const commands: Readonly<
  Record<string, ((config: Config, email: string) => Promise<string>) | undefined>
> = { 'primer-ingreso': firstEntry, 'forget-second-factor': forgetFactor };

const [command = '', email = ''] = readArguments(
  USAGE,
  (name = '', address = '', ...rest) =>
    Object.hasOwn(commands, name) && address !== '' && rest.length === 0,
);
await runOperation(async (config) => (await commands[command]?.(config, email)) ?? '');

/** @throws ConfigError when this shop has no such links */
async function firstEntry(config: Config, typed: string): Promise<string> {
  const { auth, publicUrl, host, port } = config;
  const address = canonicalEmail(typed);
  if (address === null) throw new ConfigError([`${typed}: no es un correo válido`]);
  if (auth.provider === 'firebase') {
    throw new ConfigError([
      `AUTH_PROVIDER: con Firebase las cuentas son de Firebase y no hay enlace de primer ingreso. Pon ${address} en ADMIN_EMAILS, reinicia la tienda, crea la cuenta en su página con ese correo y verifícalo con el mensaje que llega.`,
    ]);
  }
  if (publicUrl === null && port === 0) {
    throw new ConfigError(['PUBLIC_URL: hace falta para el enlace cuando PORT es 0']);
  }
  const secret = await readSecret(config);
  if (secret === null) {
    throw new ConfigError([
      'DATA_DIR: la tienda todavía no ha partido con esta carpeta; inicia con npm start y pide el enlace otra vez',
    ]);
  }
  const token = await signFirstEntry(address, { key: firstEntryKey(secret), now: Date.now() });
  const origin = publicUrl ?? originOf(host, port);
  return `${origin}/api/identity/reset-password/${token}
Abre este enlace y elige la contraseña de ${address}: sirve una vez, durante 24 horas. No lo compartas.
`;
}

async function forgetFactor(config: Config, typed: string): Promise<string> {
  const count = await withDatabase(config, (db) => forgetFactorOf(db, typed, Date.now()));
  if (count === 0) process.exitCode = 1;
  return count === 0
    ? `${typed}: no hay ninguna cuenta con verificación en dos pasos\n`
    : `${typed}: listo, entra solo con su contraseña\n`;
}

/** Removes the second factor of the accounts with an e-mail. @returns how many were removed */
async function forgetFactorOf(db: Database, typed: string, now: number): Promise<number> {
  return db.transaction(async (tx) => {
    const people = await tx
      .selectFrom('people')
      .select('uid')
      .where('email', '=', emailKey(typed))
      .execute();
    let count = 0;
    for (const { uid } of people) {
      if (await forgetSecondFactor(tx, { uid, by: null, now })) count += 1;
    }
    return count;
  });
}
