import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HealthCheck, readHealth } from '#contract/health/health-admin.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import type { CheckName } from '#domain/health/checks.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { startJobs } from '#server/start-shop.ts';
import { type AdminShop, openAdminShop, refused } from '#server/testing/admin-shop.ts';
import { createRandom, flipByte } from '#server/testing/flip.ts';
import { readJobs, silent, until } from '#server/testing/jobs.ts';
import { listen } from '#server/testing/listen.ts';
import { REFUSED, startSmtp, type TestSmtp } from '#server/testing/mail.ts';
import { databases, testOnAny } from '#server/testing/shop.ts';
import { createHealthLook, lookAtHealth } from './look-at-health.ts';
import { lookForDamage } from './look-for-damage.ts';

const OWNER = 'hola@pines.cl';
const MINUTE_MS = 60_000;

describe.each(databases)('the health of a shop on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let smtp: TestSmtp;
  let admin: AdminShop;
  let stopJobs: () => Promise<void>;
  let ahead = 0;
  let disk = { total: 100e9, free: 50e9 };
  const alerts: string[] = [];
  /** What the outside answers: the newest version, and the page at the shop's address. */
  const answers = { '/version': '0.0.1', '/health': '{"success":true}' };
  const outside = createServer(async (request, reply) => {
    if (request.method === 'POST') alerts.push(await text(request));
    reply.end(new Map<string, string>(Object.entries(answers)).get(request.url ?? ''));
  });

  beforeAll(async () => {
    smtp = await startSmtp();
    const { url } = await listen(outside);
    admin = await openAdminShop(kind, {
      env: {
        ...{ SMTP_URL: smtp.url, MAIL_FROM: OWNER, SHOP_EMAIL: OWNER, PUBLIC_URL: url },
        ...{ ALERT_URL: `${url}/alert`, UPDATES_URL: `${url}/version`, ALERT_URL_LOCAL: 'on' },
      },
      context: { diskSpace: async () => disk },
      clock: () => Date.now() + ahead,
    });
    stopJobs = startJobs(admin.shop.context, silent);
  });
  afterAll(async () => {
    await stopJobs();
    await admin.shop.close();
    await smtp.close();
    outside.close();
  });

  const look = () => lookAtHealth(admin.shop.context);
  /** As two processes do. */
  const lookTwice = () => Promise.all([look(), look()]);
  const health = async () => readHealth.answer.parse((await admin.ask('/health')).body);
  const lineOf = async (name: CheckName): Promise<Partial<HealthCheck>> =>
    (await health()).checks.find((check) => check.name === name) ?? {};
  const inToday = async () => Object((await admin.ask('/today')).body).health;
  /** Subjects of the mails to the owner about the shop's health. */
  const told = () =>
    smtp.received
      .filter(({ recipients }) => recipients.includes(OWNER))
      .map(({ mail }) => mail.subject ?? '')
      .filter((subject) => /^(Algo anda mal|Ya está bien)/.test(subject));
  const isTold = (...subjects: string[]) =>
    until(() => JSON.stringify(told()) === JSON.stringify(subjects));
  const rest = () => until(async () => (await readJobs(admin.shop.context.db)).every(isAtRest));
  const isAtRest = ({ state, lease }: { state: string; lease: string | null }) =>
    state !== 'waiting' && lease === null;
  const fresh = async () => {
    await rest();
    smtp.received.length = 0;
    alerts.length = 0;
  };
  /** Stores the only nightly copy, made and tried at a time. */
  const setCopy = (at: number) =>
    admin.shop.context.db.transaction(async (tx) => {
      await tx.deleteFrom('nightly_copies').execute();
      const times = { begun_at: at, ended_at: at, trial_at: at };
      const row = { day: '2026-03-09', ...times, bytes: 1, trial_orders: 0 };
      await tx
        .insertInto('nightly_copies')
        .values({ ...row, failure: null, trial_failure: null })
        .execute();
    });

  test('a new one is healthy in every respect, and no alert is sent', async () => {
    await look();
    const { checks, version, failedMails, failedJobs } = await health();
    expect(checks.filter(({ state, since }) => state !== 'ok' || since !== null)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      'mail',
      'jobs',
      'copies',
      'disk',
      'files',
      'database',
      'address',
      'update',
    ]);
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect([failedMails, failedJobs]).toEqual([[], []]);
    expect(await inToday()).toEqual([]);
    expect([told(), alerts]).toEqual([[], []]);
  });

  test('a refused mail is named with its order, corrected, and sent again', async () => {
    await fresh();
    const { id } = await admin.place({ delivery: { email: REFUSED } });
    await rest();
    const [failed] = (await health()).failedMails;
    expect(failed).toMatchObject({
      ...{ kind: 'order_received', orderId: id, to: REFUSED, canCorrect: true },
      reason: expect.stringMatching(/5\.1\.1.*user unknown/),
    });
    await lookTwice();
    expect(await lineOf('mail')).toMatchObject({
      ...{ state: 'failed', text: 'No se pudo entregar un correo', since: failed?.at },
    });
    expect(await inToday()).toMatchObject([{ name: 'mail', state: 'failed' }]);
    await isTold('Algo anda mal: Correos');
    const { history, deliveryData } = await admin.read(id);
    expect(history.at(-1)).toMatchObject({
      ...{ action: 'mail_failed', by: null, changes: [{ field: 'mail', to: 'order_received' }] },
    });

    const retry = (jobId: string) => admin.ask(`/jobs/${jobId}/retry`, { method: 'POST' });
    await admin.change(`${id}/address`, { ...deliveryData, email: 'rosa@correo.cl' });
    expect((await retry(failed?.jobId ?? '')).status).toBe(200);
    await rest();
    expect(refused(await retry(failed?.jobId ?? ''))).toBe('404 not_found');
    expect(smtp.received.map(({ mail }) => mail.to?.[0]?.address)).toContain('rosa@correo.cl');
    await look();
    await isTold('Algo anda mal: Correos', 'Ya está bien: Correos');
    expect(await lineOf('mail')).toMatchObject({ state: 'ok', since: null });
    expect((await admin.read(id)).history.map(({ action }) => action)).toEqual([
      ...['mail_failed', 'address_changed', 'mail_retried'],
    ]);
    expect(alerts).toEqual([]);
  });

  testAbove('several refused mails are told by ALERT_URL, too, and can be discarded', async () => {
    await fresh();
    const { db } = admin.shop.context;
    const url = 'https://pines.cl/verificar';
    for (let n = 0; n < 2; n += 1) {
      await enqueueMail(db.queries, { kind: 'verify_email', to: REFUSED, url });
    }
    await rest();
    await lookTwice();
    await until(() => alerts.length > 0);
    expect(alerts).toEqual([
      expect.stringMatching(
        /^Algo anda mal en tu tienda\n- Correos: No se pudieron entregar 2 correos\n/,
      ),
    ]);
    expect(alerts[0]).not.toContain('@');
    for (const { jobId, orderId, to, canCorrect } of (await health()).failedMails) {
      expect([orderId, to, canCorrect]).toEqual([null, REFUSED, false]);
      const discard = () => admin.ask(`/jobs/${jobId}`, { method: 'DELETE' });
      expect([(await discard()).status, refused(await discard())]).toEqual([200, '404 not_found']);
    }
    await look();
    await isTold('Algo anda mal: Correos', 'Ya está bien: Correos');
    await until(() => alerts.length === 2);
    expect(alerts[1]).toMatch(/^Ya está bien\n- Correos/);
  });

  testAbove('a mail server away for an hour is told by ALERT_URL, and its return', async () => {
    await fresh();
    const { port } = smtp;
    await smtp.close();
    await admin.place();
    const tried = async () =>
      (await readJobs(admin.shop.context.db)).some(
        ({ attempts, state }) => state === 'waiting' && attempts > 0,
      );
    await until(tried);
    ahead += 59 * MINUTE_MS;
    await look();
    expect(await lineOf('mail')).toMatchObject({ state: 'ok' });
    ahead += 2 * MINUTE_MS;
    await lookTwice();
    expect(await lineOf('mail')).toMatchObject({ state: 'warning' });
    await until(() => alerts.length > 0);
    smtp = await startSmtp(port);
    ahead += 90 * MINUTE_MS;
    await rest();
    await look();
    await until(() => alerts.length > 1);
    expect(alerts).toEqual([
      expect.stringMatching(/^Algo anda mal en tu tienda\n- Correos: Hay correos que esperan/),
      expect.stringMatching(/^Ya está bien\n- Correos/),
    ]);
    await isTold('Algo anda mal: Correos', 'Ya está bien: Correos');
  });

  testAbove('a database that does not answer is told once, and its return', async () => {
    await fresh();
    const { context } = admin.shop;
    const { ping } = context.db;
    const task = createHealthLook(context);
    context.db.ping = () => Promise.reject(new Error('gone'));
    await task();
    await task();
    context.db.ping = ping;
    await task();
    await task();
    expect(alerts).toEqual([
      expect.stringMatching(/^Algo anda mal en tu tienda\n- Base de datos: /),
      expect.stringMatching(/^Ya está bien\n- Base de datos: /),
    ]);
    expect(told()).toEqual([]);
  });

  const pathOf = (key: string) => join(admin.shop.dataDir, 'files', key.slice(0, 2), key);
  let path = '';
  let intact: Uint8Array = new Uint8Array();
  const night = () => lookForDamage(admin.shop.context);
  const findDamage = (lines: string[]) => {
    admin.shop.context.db.findDamage = async () => lines;
    return night();
  };
  const troubles: [CheckName, string, string, () => unknown, () => unknown][] = [
    [
      ...(['jobs', 'Tareas', 'failed'] as const),
      async () => {
        const { db } = admin.shop.context;
        const id = await enqueue(db.queries, { kind: 'sheet.make', payload: {} });
        await db.queries.updateTable('jobs').set({ state: 'dead' }).where('id', '=', id).execute();
      },
      async () => {
        const [job] = (await health()).failedJobs;
        expect(job).toMatchObject({ kind: 'sheet.make' });
        await admin.ask(`/jobs/${job?.jobId}`, { method: 'DELETE' });
      },
    ],
    [
      ...(['disk', 'Disco', 'failed'] as const),
      () => {
        disk = { total: 100e9, free: 1e9 };
      },
      () => {
        disk = { total: 100e9, free: 50e9 };
      },
    ],
    [
      ...(['files', 'Archivos', 'failed'] as const),
      async () => {
        const key = 'boleta.document';
        await admin.shop.context.storage.put(key, Buffer.from('una boleta'));
        path = pathOf(key);
        intact = await readFile(path);
        await writeFile(path, flipByte(intact, createRandom(1)).flipped);
        await night();
      },
      () => writeFile(path, intact),
    ],
    [
      ...(['database', 'Base de datos', 'failed'] as const),
      () => findDamage(['row 3 missing from index orders_by_age']),
      () => findDamage([]),
    ],
    [
      ...(['address', 'Dirección', 'failed'] as const),
      () => {
        answers['/health'] = '<title>Otra página</title>';
      },
      () => {
        answers['/health'] = '{"success":false}';
      },
    ],
    [
      ...(['update', 'Versión', 'warning'] as const),
      () => {
        ahead += DAY_MS + MINUTE_MS;
        answers['/version'] = 'v99.10.0\n';
        return setCopy(admin.shop.context.clock());
      },
      () => {
        ahead += DAY_MS + MINUTE_MS;
        answers['/version'] = '0.0.2';
        return setCopy(admin.shop.context.clock());
      },
    ],
    [
      ...(['copies', 'Copias de seguridad', 'failed'] as const),
      () => setCopy(admin.shop.context.clock() - 2 * DAY_MS),
      () => setCopy(admin.shop.context.clock()),
    ],
  ];

  testAbove.each(troubles)(
    '%s: the line, the mail and the end',
    async (name, label, state, begin, end) => {
      await fresh();
      await begin();
      await look();
      await look();
      expect(await lineOf(name)).toMatchObject({ state, since: expect.stringMatching(/Z$/) });
      expect(await inToday()).toMatchObject([{ name, state }]);
      await isTold(`Algo anda mal: ${label}`);
      await end();
      await look();
      expect(await lineOf(name)).toMatchObject({ state: 'ok', since: null });
      await isTold(`Algo anda mal: ${label}`, `Ya está bien: ${label}`);
      expect(alerts).toEqual([]);
    },
  );
});
