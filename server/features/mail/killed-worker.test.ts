import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { loadMailWriters, roof } from '#server/start-shop.ts';
import { databases, testOnAny } from '#server/testing/database.ts';
import { openAgain, readJobs, startTestWorker, until } from '#server/testing/jobs.ts';
import { type Email, readMails, startSmtp, type TestSmtp } from '#server/testing/mail.ts';
import { processEnv } from '#server/testing/process.ts';
import { LONG } from '#server/testing/seed.ts';
import { useFreshHome } from '#server/testing/use-home.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { mailHandlers } from './mail-handlers.ts';

const DOOMED = join(import.meta.dirname, '../../testing/doomed-worker.ts');

describe.runIf(LONG).each(databases)('a worker killed on %s', (kind) => {
  const home = useFreshHome(kind, { hasSchema: true });

  async function enqueueOne(): Promise<void> {
    const db = await openAgain(home);
    const url = 'https://pines.cl/verificar';
    await enqueueMail(db.queries, { kind: 'verify_email', to: 'rosa@correo.cl', url });
    await db.close();
  }

  async function killWorker(moment: 'before' | 'after', env: Record<string, string>) {
    const child = spawn(process.execPath, [DOOMED, moment], {
      env: { ...processEnv, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    const db = await openAgain(home);
    expect(await readJobs(db)).toMatchObject([{ state: 'waiting' }]);
    // As if the dead worker's lease had expired.
    await db.queries.updateTable('jobs').set({ run_at: 0 }).execute();
    await db.close();
  }

  /** Another process takes over. */
  async function finish(env: Record<string, string>): Promise<void> {
    const context = await createContext(loadConfig(env), roof);
    const { db, mailer } = context;
    const stop = startTestWorker({ db, handlers: mailHandlers(context, loadMailWriters) });
    await until(async () => (await readJobs(db)).every(({ state }) => state === 'done'));
    const [job] = await readJobs(db);
    expect(job?.attempts).toBe(3);
    expect(job?.payload).toBe('');
    await stop();
    await mailer.close();
    await context.close();
  }

  test('before and after writing its file: the file is there once', async () => {
    await enqueueOne();
    for (const moment of ['before', 'after'] as const) await killWorker(moment, home.env);
    const folder = join(home.dataDir, 'mail');
    const [left] = await readMails(folder);
    await finish(home.env);
    const mails = await readMails(folder);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.messageId).toBe(left?.messageId);
    expect(await readdir(folder)).toHaveLength(1);
    expect(await readdir(join(home.dataDir, 'arriving'))).toEqual([]);
  });

  testOnAny(kind)(
    'before and after handing it to a server: it comes again, as the same mail',
    async () => {
      const smtp: TestSmtp = await startSmtp();
      const env = { ...home.env, SMTP_URL: smtp.url, MAIL_FROM: 'Pines <hola@pines.cl>' };
      await enqueueOne();
      for (const moment of ['before', 'after'] as const) await killWorker(moment, env);
      expect(smtp.received).toHaveLength(1);
      await finish(env);
      const sent: Email[] = smtp.received.map(({ mail }) => mail);
      expect(sent).toHaveLength(2);
      expect(sent[1]?.messageId).toBe(sent[0]?.messageId);
      expect(sent[1]?.subject).toBe(sent[0]?.subject);
      await smtp.close();
    },
  );
});
