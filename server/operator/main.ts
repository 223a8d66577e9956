import { loadConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { explainStart } from '../explain-start.ts';
import { forgetFactorOf } from './forget-factor-of.ts';

const USAGE = `npm run admin -- forget-second-factor correo@ejemplo.cl
  takes a lost second factor away; with SQLite the shop must be stopped meanwhile
`;

const [command, email, ...rest] = process.argv.slice(2);
if (command !== 'forget-second-factor' || !email || rest.length > 0) {
  process.stderr.write(USAGE);
  process.exit(2);
}
try {
  const db = await openDatabase(loadConfig());
  try {
    const count = await forgetFactorOf(db, email, Date.now());
    if (count === 0) process.exitCode = 1;
    process.stdout.write(
      count === 0 ? `${email}: no account with a second factor\n` : `${email}: done\n`,
    );
  } finally {
    await db.close();
  }
} catch (error) {
  process.stderr.write(`${explainStart(error)}\n`);
  process.exitCode = 1;
}
