import type { Database } from '#server/db/database.ts';
import { forgetSecondFactor } from '#server/features/people/second-factor/repo.ts';
import { emailKey } from '#server/lib/canonical-email.ts';
import { refuseUse, runOperation, withDatabase } from './run-operation.ts';

const USAGE = `npm run admin -- forget-second-factor correo@ejemplo.cl
  takes a lost second factor away; with SQLite the shop must be stopped meanwhile
`;

const [command, email, ...rest] = process.argv.slice(2);
if (command !== 'forget-second-factor' || !email || rest.length > 0) refuseUse(USAGE);
await runOperation(async (config) => {
  const count = await withDatabase(config, (db) => forgetFactorOf(db, email, Date.now()));
  if (count === 0) process.exitCode = 1;
  return count === 0 ? `${email}: no account with a second factor\n` : `${email}: done\n`;
});

/** Removes the second factor of the accounts with an e-mail. @returns how many were removed */
async function forgetFactorOf(db: Database, email: string, now: number): Promise<number> {
  return db.transaction(async (tx) => {
    const people = await tx
      .selectFrom('people')
      .select('uid')
      .where('email', '=', emailKey(email))
      .execute();
    let count = 0;
    for (const { uid } of people) {
      if (await forgetSecondFactor(tx, { uid, by: null, now })) count += 1;
    }
    return count;
  });
}
