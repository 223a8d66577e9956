import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BUSY, REFUSED, SILENT, startSmtp, type TestSmtp } from '#server/testing/mail.ts';
import { type Mailer, MailRefused } from './mail.ts';
import { letter, testMailer } from './mailer.suite.ts';
import { smtpMailer } from './open-mailer.ts';

const from = 'hola@pines.cl';
let smtp: TestSmtp;
let mailer: Mailer;
let mailers: Mailer[] = [];

function open(): Mailer {
  const opened = smtpMailer({ url: smtp.url, from });
  mailers.push(opened);
  return opened;
}

beforeEach(async () => {
  smtp = await startSmtp();
  mailers = [];
  mailer = open();
});
afterEach(async () => {
  await Promise.all(mailers.map((opened) => opened.close()));
  await smtp.close();
});

testMailer(async () => ({
  mailer: open(),
  arrived: async () => smtp.received.map(({ mail }) => mail),
}));

test('a mail goes to one recipient and connections are reused', async () => {
  for (const at of [1, 2, 3]) await mailer.send({ ...letter, messageId: `job${at}@pines.cl` });
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual(
    Array.from({ length: 3 }, () => [letter.to]),
  );
  expect(smtp.connections()).toBe(1);
});

test('a permanently rejected address differs from a temporarily rejected one', async () => {
  await expect(mailer.send({ ...letter, to: REFUSED })).rejects.toThrow(MailRefused);
  const busy = await mailer.send({ ...letter, to: BUSY }).catch((error: unknown) => error);
  expect(busy).toBeInstanceOf(Error);
  expect(busy).not.toBeInstanceOf(MailRefused);
  await mailer.send(letter);
  expect(smtp.received).toHaveLength(1);
});

test('two slow mails do not block a third', async () => {
  const impatient = smtpMailer({ url: smtp.url, from, patienceMs: 2000 });
  const slow = [1, 2].map((at) =>
    impatient
      .send({ ...letter, to: SILENT, messageId: `slow${at}@pines.cl` })
      .catch(() => undefined),
  );
  await impatient.send(letter);
  expect(smtp.received).toHaveLength(1);
  await impatient.close();
  await Promise.all(slow);
});

/** An address of the test's server that does not count as loopback. */
const elsewhere = (query = '') => `smtp://0.0.0.0:${smtp.port}${query}`;

test.each(['', '?ignoreTLS=false'])(
  'a server elsewhere that offers no encryption gets no mail (%s)',
  async (query) => {
    const strict = smtpMailer({ url: elsewhere(query), from });
    const refused = await strict.send(letter).catch((error: unknown) => error);
    expect(String(refused)).toContain('offers no encryption');
    expect(refused).not.toBeInstanceOf(MailRefused);
    expect(smtp.received).toEqual([]);
    await strict.close();
  },
);

test('a remote server gets mail unencrypted when its URL requests it', async () => {
  const trusting = smtpMailer({ url: elsewhere('?ignoreTLS=true'), from });
  await trusting.send(letter);
  expect(smtp.received).toHaveLength(1);
  await trusting.close();
});

test('a server that offers encryption gets the mail encrypted', async () => {
  const encrypted: boolean[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream, { secure }, done) => {
      encrypted.push(secure);
      stream.resume().on('end', done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const host = `0.0.0.0:${port}`;
  const distrustful = smtpMailer({ url: `smtp://${host}`, from });
  await expect(distrustful.send(letter)).rejects.toThrow(/certificate/);
  expect(encrypted).toEqual([]);
  const trusting = smtpMailer({ url: `smtp://${host}?tls.rejectUnauthorized=false`, from });
  await trusting.send(letter);
  expect(encrypted).toEqual([true]);
  await Promise.all([distrustful.close(), trusting.close()]);
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test('an unreachable server is an error that allows a retry', async () => {
  const { port } = smtp;
  await smtp.close();
  const away = await mailer.send(letter).catch((error: unknown) => error);
  expect(away).toBeInstanceOf(Error);
  expect(away).not.toBeInstanceOf(MailRefused);
  smtp = await startSmtp(port);
  await mailer.send(letter);
  expect(smtp.received).toHaveLength(1);
});
