import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { type Context, createContext } from '#server/context.ts';
import { loadMailWriters, roof } from '#server/start-shop.ts';
import { databases, type Home, testOnAny } from '#server/testing/database.ts';
import { createHome } from '#server/testing/home.ts';
import { readJobs, startTestWorker, until } from '#server/testing/jobs.ts';
import { BUSY, REFUSED, startSmtp, type TestSmtp } from '#server/testing/mail.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { mailHandlers } from './mail-handlers.ts';

const url = 'https://pines.cl/verificar';
const MINUTE_MS = 60_000;

describe.each(databases)('mail by SMTP on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let home: Home;
  let smtp: TestSmtp;
  let context: Context;
  let stop: () => Promise<void>;
  let ahead: number;

  beforeEach(async () => {
    home = await createHome(kind, { hasSchema: true });
    smtp = await startSmtp();
    const env = { ...home.env, SMTP_URL: smtp.url, MAIL_FROM: 'Pines <hola@pines.cl>' };
    context = await createContext(loadConfig(env), roof);
    ahead = 0;
    stop = startTestWorker({
      db: context.db,
      clock: () => Date.now() + ahead,
      handlers: mailHandlers(context, loadMailWriters),
    });
  });
  afterEach(async () => {
    await stop();
    await context.mailer.close();
    await context.close();
    await smtp.close();
    await home.remove();
  });

  const write = (to: string) => enqueueMail(context.db.queries, { kind: 'verify_email', to, url });
  const jobs = () => readJobs(context.db);
  const tried = async (times: number) =>
    (await jobs()).every(({ attempts, lease }) => attempts === times && lease === null);

  testAbove('about an account waits for no other mail', async () => {
    await write('ana@correo.cl');
    // Its queue: see worker.test.ts.
    expect(await jobs()).toMatchObject([{ kind: 'mail.verify_email', queue: 'account' }]);
  });

  test('waits while the server is away and arrives when it is back, each mail once', async () => {
    const { port } = smtp;
    await smtp.close();
    for (const name of ['ana', 'beto', 'carla']) await write(`${name}@correo.cl`);
    for (const times of [1, 2, 3]) {
      await until(() => tried(times));
      ahead += MINUTE_MS;
    }
    await until(() => tried(4));
    smtp = await startSmtp(port);
    await sleep(60);
    expect(smtp.received).toEqual([]);
    ahead += MINUTE_MS;
    await until(async () => (await jobs()).every(({ state }) => state === 'done'));
    expect(smtp.received.flatMap(({ recipients }) => recipients).sort()).toEqual([
      'ana@correo.cl',
      'beto@correo.cl',
      'carla@correo.cl',
    ]);
    for (const job of await jobs()) {
      expect(job).toMatchObject({ attempts: 5, payload: '', last_error: null });
    }
  });

  testAbove('gives up at once when an address does not exist, and stores no address', async () => {
    await write(REFUSED);
    await until(async () => (await jobs())[0]?.state === 'dead');
    const [job] = await jobs();
    expect(job?.attempts).toBe(1);
    expect(job?.last_error).toContain('user unknown');
    expect(job?.last_error).not.toContain(REFUSED);
    expect(job?.payload).toContain(REFUSED);
  });

  testAbove('tries an address again whose server is busy', async () => {
    await write(BUSY);
    await until(() => tried(1));
    ahead += MINUTE_MS;
    await until(() => tried(2));
    expect((await jobs())[0]).toMatchObject({ state: 'waiting' });
  });

  testAbove('does not let one bad mail hold up the others', async () => {
    await write(BUSY);
    await write('rosa@correo.cl\r\nBcc: otro@correo.cl');
    await write('ana@correo.cl');
    await until(() => smtp.received.length === 1);
    await until(async () => (await jobs()).every(({ lease }) => lease === null));
    expect((await jobs()).map(({ state }) => state).sort()).toEqual(['dead', 'done', 'waiting']);
    expect(smtp.received[0]?.recipients).toEqual(['ana@correo.cl']);
  });
});
