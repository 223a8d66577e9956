// A process that is killed before or after sending a mail: `node doomed-worker.ts before|after`,
// with a shop's environment. Only a test starts it.

import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { mailHandlers } from '#server/features/mail/mail-handlers.ts';
import type { Mailer } from '#server/ports/mail/mail.ts';
import { loadMailWriters, roof } from '#server/start-shop.ts';
import { startTestWorker } from './jobs.ts';

const moment = process.argv[2];
const context = await createContext(loadConfig(), roof);
const { mailer, db } = context;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

const doomed: Mailer = {
  send: async (mail) => {
    if (moment === 'before') die();
    await mailer.send(mail);
    die();
  },
  close: () => mailer.close(),
};

startTestWorker({ db, handlers: mailHandlers({ ...context, mailer: doomed }, loadMailWriters) });
