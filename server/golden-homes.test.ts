import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startJobs } from './start-shop.ts';
import { openAdminShop } from './testing/admin-shop.ts';
import { takeBackup } from './testing/backups.ts';
import { anyDatabase, databases, type Home } from './testing/database.ts';
import { findPostgres } from './testing/find-postgres.ts';
import { findWrongSums } from './testing/find-wrong-sums.ts';
import {
  type Answers,
  HOMES,
  isOutdated,
  KEPT,
  listReadings,
  openFrozen,
  readAnswers,
  readRecorded,
  thaw,
  withoutLinks,
  withSecret,
} from './testing/golden/golden-home.ts';
import { liveALife } from './testing/golden/live-a-life.ts';
import { createHome } from './testing/home.ts';
import { silent } from './testing/jobs.ts';
import { paymentEnv } from './testing/payment-env.ts';
import { runProgram } from './testing/run-program.ts';
import { LONG } from './testing/seed.ts';
import type { TestShop } from './testing/shop.ts';
import { openWebpayDouble } from './testing/webpay-double.ts';

const RESTORE = join(import.meta.dirname, 'operator/restore.ts');
const MOVE = join(import.meta.dirname, 'operator/move-database.ts');
const BIG = { maxBuffer: 64 * 1024 ** 2 };
/** Noon in Chile. */
const START = Date.UTC(2026, 2, 10, 15);

/** The name of a home to freeze, such as `2`. */
const { FREEZE_HOME } = process.env;

/** Expects every response to be as before; a later version may have more of them. */
async function expectSameAnswers(
  shop: TestShop,
  name: string,
  see: (answers: Answers) => unknown,
): Promise<void> {
  const { answers } = readRecorded(name);
  const readings = Object.keys(answers);
  expect(readings.length).toBeGreaterThan(100);
  const now = await readAnswers(shop, readings);
  expect(see(now)).toMatchObject(Object(see(answers)));
  expect(await findWrongSums(shop.context.db)).toEqual([]);
  expect(await shop.context.db.findDamage()).toEqual([]);
}

async function openAndCompare(
  kind: (typeof databases)[number],
  name: string,
  prepare: (home: Home) => Promise<Home>,
  see: (answers: Answers) => unknown = (answers) => answers,
): Promise<void> {
  const shop = await openFrozen(kind, readRecorded(name).now, prepare);
  try {
    await expectSameAnswers(shop, name, see);
  } finally {
    await shop.close();
  }
}

const homes = readdirSync(HOMES);

describe.skipIf(FREEZE_HOME)('the homes of released versions', () => {
  test('are there', () => {
    expect(homes).toContain('1');
  });
  describe.each(homes)('home %s', (name) => {
    test.each(databases)('opens on %s and answers as it did', async (kind) => {
      await openAndCompare(kind, name, (home) => thaw(name, home));
    });

    const restore = ({ env }: Home) => runProgram(RESTORE, [join(HOMES, name, 'copy.zip')], env);

    test.runIf(isOutdated(name))('has a copy that is restored', async () => {
      const home = await createHome('sqlite');
      expect((await restore(home)).says).toContain('Se restauró la copia');
      await home.remove();
    });

    test.skipIf(isOutdated(name)).each(anyDatabase)('is restored to %s', async (kind) => {
      const prepare = async (home: Home) => {
        const says = expect.stringContaining('Se restauró la copia');
        expect(await restore(home)).toEqual({ code: 0, says });
        // A backup has no secret: its owner stores it separately.
        const whole = await thaw(name, await createHome('sqlite'));
        await cp(join(whole.dataDir, 'secret'), join(home.dataDir, 'secret'));
        await whole.remove();
        return withSecret(home);
      };
      await openAndCompare(kind, name, prepare, withoutLinks);
    });

    // `move-tables.test.ts` moves a shop of this version each way.
    test.runIf(LONG)('moves to PostgreSQL and back', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'pines-moved-'));
      await openAndCompare('postgres', name, async (empty) => {
        const { DATABASE_URL = '', ...env } = empty.env;
        const old = await thaw(name, { ...empty, env });
        const moved = await runProgram(MOVE, [DATABASE_URL], old.env);
        expect(moved).toEqual({ code: 0, says: expect.stringMatching(/^Se movieron \d+ filas/) });
        await rm(join(empty.dataDir, 'shop.sqlite'));
        const home = await withSecret(empty);
        const back = await runProgram(MOVE, ['sqlite'], home.env);
        expect(back).toEqual({ code: 0, says: expect.stringMatching(/^Se movieron \d+ filas/) });
        for (const part of KEPT) {
          await cp(join(home.dataDir, part), join(folder, part), { recursive: true });
        }
        return home;
      });
      await openAndCompare('sqlite', name, async (home) => {
        await cp(folder, home.dataDir, { recursive: true });
        return withSecret(home);
      });
      await rm(folder, { recursive: true });
    });
  });
});

describe.runIf(FREEZE_HOME)('a home of this version', () => {
  test('is frozen', async () => {
    const name = String(FREEZE_HOME);
    const folder = join(HOMES, name);
    await mkdir(folder);
    const double = await openWebpayDouble();
    const since = Date.now();
    const adminShop = await openAdminShop('sqlite', {
      env: { ...paymentEnv(double.settings), SHOP_EMAIL: 'hola@pines.cl' },
      isInjected: true,
      context: { clock: () => START + Date.now() - since },
      prepare: async ({ env: { AUTH_SECRET: _tests, ...env }, ...home }) => ({ ...home, env }),
    });
    const { shop } = adminShop;
    await liveALife(adminShop, (token) => double.act(token, 'approved'));
    const stopJobs = startJobs(shop.context, silent);
    await writeFile(join(folder, 'copy.zip'), await takeBackup(adminShop, { pictures: true }));
    await stopJobs();
    const now = shop.context.clock();
    await shop.leave();
    const home = execFileSync('tar', ['-c', '-C', shop.dataDir, ...KEPT], BIG);
    await writeFile(join(folder, 'home.tar.br'), brotliCompressSync(home));

    const postgres = await createHome('postgres');
    const url = postgres.env.DATABASE_URL ?? '';
    const moved = await runProgram(MOVE, [url], shop.env);
    expect(moved.says).toContain('Se movieron');
    const dump = execFileSync(join(findPostgres() ?? '', 'pg_dump'), [
      '--no-owner',
      '--inserts',
      '--rows-per-insert=50',
      url,
    ]);
    // Lines that depend on the version of psql or PostgreSQL.
    const sql = dump.toString().replaceAll(/^(?:\\|SET (?!check_function)).*\n/gm, '');
    await writeFile(join(folder, 'shop.sql.br'), brotliCompressSync(sql));
    await postgres.remove();

    const frozen = await openFrozen('sqlite', now, (home) => thaw(name, home));
    const answers = await readAnswers(frozen, await listReadings(frozen));
    const lines = Object.entries(answers).map((each) => JSON.stringify(each));
    await writeFile(join(folder, 'answers.jsonl'), `${[now, ...lines].join('\n')}\n`);
    await frozen.close();
    await shop.close();
    await double.close();
  });
});
