import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readMails } from '#server/testing/mail.ts';
import { letter, testMailer } from './mailer.suite.ts';
import { fileMailer } from './open-mailer.ts';

const homes: string[] = [];
let home = '';
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'pines-mail-'));
  homes.push(home);
});
afterAll(() => Promise.all(homes.map((folder) => rm(folder, { recursive: true }))));

function open() {
  const folder = join(home, 'mail');
  const scratch = join(home, 'arriving');
  return { folder, scratch, mailer: fileMailer({ folder, scratch, from: 'hola@pines.cl' }) };
}

testMailer(async () => {
  const { mailer, folder } = open();
  return { mailer, arrived: () => readMails(folder) };
});

test('the file is named after the mail, and is the same when it is sent again', async () => {
  const { mailer, folder, scratch } = open();
  await mailer.send(letter);
  const first = await readFile(join(folder, 'job1.eml'), 'utf8');
  await mailer.send(letter);
  await Promise.all([mailer.send(letter), mailer.send(letter)]);
  expect(await readdir(folder)).toEqual(['job1.eml']);
  expect(await readFile(join(folder, 'job1.eml'), 'utf8')).toBe(first);
  expect(await readdir(scratch)).toEqual([]);
});

test('only its owner can read it', async () => {
  const { mailer, folder } = open();
  await mailer.send(letter);
  expect((await stat(join(folder, 'job1.eml'))).mode & 0o777).toBe(0o600);
});

test('a folder that cannot be written to is an error that allows a retry', async () => {
  const { mailer, folder } = open();
  await writeFile(folder, 'in the way');
  await expect(mailer.send(letter)).rejects.toThrow(/ENOTDIR|EEXIST/);
  await rm(folder);
  await mailer.send(letter);
  expect(await readdir(folder)).toEqual(['job1.eml']);
});
