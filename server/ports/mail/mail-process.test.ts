import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { childrenOf } from '../../testing/children.ts';
import { until } from '../../testing/jobs.ts';
import { REFUSED, readMails, SILENT, startSmtp } from '../../testing/mail.ts';
import { type Mailer, MailRefused } from './mail.ts';
import { letter, testMailer } from './mailer.suite.ts';
import { openMailer } from './open-mailer.ts';

const from = 'hola@pines.cl';
const homes: string[] = [];
let folder = '';
let before: Set<number>;
let mailers: Mailer[] = [];

beforeEach(async () => {
  const home = await mkdtemp(join(tmpdir(), 'pines-mail-'));
  homes.push(home);
  folder = join(home, 'mail');
  before = new Set(childrenOf(process.pid));
});
afterEach(async () => {
  await Promise.all(mailers.map((mailer) => mailer.close()));
  mailers = [];
});
afterAll(() => Promise.all(homes.map((home) => rm(home, { recursive: true }))));

function open(idleMs?: number, url?: string): Mailer {
  const mail = url
    ? ({ kind: 'smtp', url, from } as const)
    : ({ kind: 'files', folder, from } as const);
  const mailer = openMailer({ mail }, join(folder, '..', 'arriving'), idleMs);
  mailers.push(mailer);
  return mailer;
}

const processes = () => childrenOf(process.pid).filter((id) => !before.has(id));

testMailer(async () => ({ mailer: open(), arrived: () => readMails(folder) }));

test('its process starts with the first mail, ends when there is none, and starts again', async () => {
  const mailer = open(50);
  expect(processes()).toEqual([]);
  await Promise.all(
    [1, 2, 3].map((at) => mailer.send({ ...letter, messageId: `a${at}@pines.cl` })),
  );
  expect(processes()).toHaveLength(1);
  await until(() => processes().length === 0);
  await mailer.send(letter);
  expect(await readdir(folder)).toHaveLength(4);
});

test('a mail whose process is killed is worth another try, which a new process makes', async () => {
  const smtp = await startSmtp();
  const mailer = open(undefined, smtp.url);
  await mailer.send(letter);
  const lost = mailer.send({ ...letter, to: SILENT }).catch((error: unknown) => error);
  const [id = 0] = processes();
  process.kill(id, 'SIGKILL');
  expect(await lost).toBeInstanceOf(Error);
  expect(await lost).not.toBeInstanceOf(MailRefused);
  await mailer.send({ ...letter, messageId: 'job2@pines.cl' });
  expect(smtp.received).toHaveLength(2);
  await expect(mailer.send({ ...letter, to: REFUSED })).rejects.toThrow(MailRefused);
  await mailer.close();
  await smtp.close();
});
