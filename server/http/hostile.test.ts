import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { listOperations, type Operation } from '#server/testing/hostile/document.ts';
import { longHeaders } from '#server/testing/hostile/long-headers.ts';
import {
  type HostileRequest,
  hostileRequest,
  isWhole,
  toWire,
} from '#server/testing/hostile/request.ts';
import { sendWire, type WireAnswer } from '#server/testing/hostile/send.ts';
import {
  describeFault,
  faultyRequest,
  singleFaults,
} from '#server/testing/hostile/single-faults.ts';
import { openTarget, type Target } from '#server/testing/hostile/target.ts';
import { openAgain } from '#server/testing/jobs.ts';
import { formPart, openConnection, uploadHead } from '#server/testing/raw-http.ts';
import { LONG, report, SEED } from '#server/testing/seed.ts';
import { databases, openShop } from '#server/testing/shop.ts';

/** Random requests on each database, besides the single faults. */
const REQUESTS = Number(process.env.TEST_REQUESTS ?? (LONG ? 4000 : 18));
const SINGLE_FAULTS = LONG ? Number.POSITIVE_INFINITY : 30;
const AT_ONCE = 6;
const PATIENCE_MS = LONG ? 3_600_000 : 180_000;
/** Generous, so that it also holds on a machine that is busy with other tests. */
const ANSWER_MS = 20_000;
/** Processor time of the serving thread for a request that is refused. */
const REFUSAL_MS = 30;
/**
 * A garbage collection may happen during a request, and the code of the first ones is not compiled
 * yet: the fastest of these attempts counts.
 */
const TRIES_ALONE = 12;
/** Bytes; less than a kilobyte per request in the long form. Caches still fill in the short one. */
const LIVE_GROWTH = (LONG ? 8 : 32) * 1024 ** 2;
const MEMORY_GROWTH = 200 * 1024 ** 2;
/** Failures after which a run stops. */
const MAX_FAILURES = 30;
/** How long a failing request is shrunk before it is reported. */
const SHRINK_MS = 15_000;

/** Returns whether an error has a text of the framework or of the schemas' library. */
const isEnglish = (text: string) =>
  /"statusCode"|Invalid |: expected |Too (?:big|small)/.test(text);

/** The short form runs on PostgreSQL, which refuses more values than SQLite. */
const attacked = LONG ? databases : (['postgres'] as const);

describe.each(attacked)('hostile requests on %s', (kind) => {
  let target: Target;
  let operations: Operation[];
  beforeAll(async () => {
    const twin = await openShop('sqlite', { isInjected: true });
    operations = await listOperations(twin);
    await twin.close();
    target = await openTarget(kind);
  });
  afterAll(() => target.close());

  const statuses = new Map<number, number>();
  let costliest = { ms: 0, what: '' };
  let slowestMs = 0;
  let sent = 0;

  async function attack(request: HostileRequest): Promise<WireAnswer> {
    const wire = toWire(request, target.proofOf(request));
    return sendWire(target.url, wire, { isWhole: isWhole(request), patienceMs: ANSWER_MS });
  }

  function describeRequest(request: HostileRequest) {
    const { caller, method, target, lines, body, length } = request;
    const head = JSON.stringify([lines, length]).slice(0, 500);
    return `${caller} ${method} ${target.slice(0, 300)} ${head} ${body.toString().slice(0, 300)}`;
  }

  /** Returns the problem of a response; null for none. */
  function findFault(request: HostileRequest, answer: WireAnswer): string | null {
    const { status, text, wasReset, isLate } = answer;
    if (isLate) return `had no end after ${ANSWER_MS} ms`;
    const isBusy = status === 503 && text.includes('"code":"busy"');
    const mayBeLost = !isWhole(request) || wasReset;
    const isFit = isBusy || (status < 500 && (status > 0 || mayBeLost));
    const tellsSecret = request.caller !== 'admin' && text.includes(target.secret);
    if (tellsSecret) return 'shows what belongs to others';
    const isIdentity = request.target.includes('/api/identity');
    if (status >= 400 && !isIdentity && isEnglish(text)) return `is refused in English: ${text}`;
    if (request.mustFail && status < 400) return `was accepted: ${status}`;
    return isFit ? null : `answered ${status}: ${text.slice(-300)}\n${lastFault()}`;
  }

  const threadMs = async () => (await target.shop.usage()).threadMs;

  /** Sends requests concurrently. @returns the problem of each of them; null for none */
  async function strike(requests: readonly HostileRequest[]): Promise<(string | null)[]> {
    const before = await threadMs();
    const answers = await Promise.all(requests.map(attack));
    const isCostly = (await threadMs()) - before > REFUSAL_MS;
    const faults: (string | null)[] = [];
    let isSignedOut = false;
    for (const [at, answer] of answers.entries()) {
      const request = requests[at];
      if (!request) continue;
      sent += 1;
      slowestMs = Math.max(slowestMs, answer.ms);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const isLockedOut = answer.status === 401 || answer.text.includes('"account_disabled"');
      if (isLockedOut && request.caller !== 'anonymous') isSignedOut = true;
      const isTooCostly =
        isCostly && answer.status >= 400 && (await findCost(request)) > REFUSAL_MS;
      const fault =
        findFault(request, answer) ?? (isTooCostly ? 'takes the thread too long' : null);
      faults.push(fault && `${describeRequest(request)}\n${fault}`);
    }
    if (isSignedOut) await target.refresh();
    return faults;
  }

  /** Returns the minimum processor time of a request sent alone, in milliseconds. */
  async function findCost(request: HostileRequest): Promise<number> {
    let minMs = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < TRIES_ALONE && minMs > REFUSAL_MS / 2; tried += 1) {
      const before = await threadMs();
      await attack(request);
      minMs = Math.min(minMs, (await threadMs()) - before);
    }
    if (minMs > costliest.ms) costliest = { ms: minMs, what: describeRequest(request) };
    return minMs;
  }

  /** Returns the last error in the shop's log. */
  function lastFault(): string {
    return (
      target.shop
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":50'))
        .at(-1) ?? ''
    );
  }

  /** Expects that an attack leaks no memory, and prints its figures. */
  async function expectNoLeak(warmUp: () => Promise<void>, rest: () => Promise<void>) {
    await warmUp();
    const live = (await target.shop.usage({ collect: true })).liveBytes ?? 0;
    const memory = target.shop.memory();
    await rest();
    const liveGrowth = ((await target.shop.usage({ collect: true })).liveBytes ?? 0) - live;
    const memoryGrowth = target.shop.memory() - memory;
    const counts = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`);
    const kilobytes = (bytes: number) => Math.round(bytes / 1024);
    report(`${kind}: TEST_SEED=${SEED}, ${sent} requests, slowest ${Math.round(slowestMs)} ms`);
    report(`${kind}: thread at most ${costliest.ms} ms, ${costliest.what.slice(0, 200)}`);
    report(`${kind}: live +${kilobytes(liveGrowth)} kB, resident +${kilobytes(memoryGrowth)} kB`);
    report(`${kind}: answers ${counts.join(', ')}`);
    expect(liveGrowth).toBeLessThan(LIVE_GROWTH);
    expect(memoryGrowth).toBeLessThan(MEMORY_GROWTH);
  }

  test('with one fault are refused cheaply, leak no memory', { timeout: PATIENCE_MS }, async () => {
    const every = singleFaults(operations);
    const length = Math.min(every.length, SINGLE_FAULTS);
    const shuffled = fc.shuffledSubarray(every, { minLength: length, maxLength: length });
    const [chosen = []] = fc.sample(shuffled, { seed: SEED, numRuns: 1 });
    const failures: string[] = [];
    const send = async (from: number, to: number) => {
      for (let at = from; at < to && failures.length < MAX_FAILURES; at += AT_ONCE) {
        const batch = chosen.slice(at, Math.min(at + AT_ONCE, to));
        const requests = batch.map((each) => faultyRequest(each, target.known, SEED));
        const found = await strike(requests);
        for (const [place, each] of batch.entries()) {
          if (found[place]) failures.push(`${describeFault(each)}: ${found[place]}`);
        }
      }
    };
    const warmUp = Math.ceil(length / 5);
    await expectNoLeak(
      () => send(0, warmUp),
      () => send(warmUp, length),
    );
    expect(failures, `TEST_SEED=${SEED}`).toEqual([]);
  });

  test('at random are refused cheaply and leak no memory', { timeout: PATIENCE_MS }, async () => {
    const batch = fc.array(hostileRequest(operations, target.known), {
      minLength: AT_ONCE,
      maxLength: AT_ONCE,
    });
    let deadline = Number.POSITIVE_INFINITY;
    const property = fc.asyncProperty(batch, async (requests) => {
      if (performance.now() > deadline) return;
      const fault = (await strike(requests)).find((each) => each !== null);
      if (fault === undefined) return;
      deadline = Math.min(deadline, performance.now() + SHRINK_MS);
      throw new Error(`${fault}`);
    });
    /**
     * @throws Error that says how to repeat the run; the requests themselves are too long to print
     */
    const check = async (settings: fc.Parameters<[HostileRequest[]]>) => {
      const { failed, counterexamplePath, errorInstance } = await fc.check(property, settings);
      const repeat = `TEST_SEED=${settings.seed} TEST_PATH=${counterexamplePath}`;
      if (failed) throw new Error(repeat, { cause: errorInstance });
    };
    const batches = Math.ceil(REQUESTS / AT_ONCE);
    const path = process.env.TEST_PATH;
    await expectNoLeak(
      () => check({ seed: SEED + 1, numRuns: Math.ceil(batches / 5) }),
      () => check({ seed: SEED, numRuns: batches, ...(path === undefined ? {} : { path }) }),
    );
    expect((await target.client.call('/health')).status).toBe(200);
  });

  // The database has no part in it.
  test.runIf(kind === 'postgres')(
    'with a header of 15 kB, or a form of a million numbers, cost the thread little',
    { timeout: PATIENCE_MS },
    async () => {
      const costly: string[] = [];
      const headers = longHeaders().filter(
        ({ target }, at) => LONG || (at % 3 === SEED % 3 && target !== '/api/openapi.json'),
      );
      const every = [formOfNumbers(), ...headers];
      for (let at = 0; at < every.length; at += AT_ONCE) {
        const requests = every.slice(at, at + AT_ONCE);
        const before = await threadMs();
        await Promise.all(requests.map(attack));
        if ((await threadMs()) - before < REFUSAL_MS) continue;
        for (const request of requests) {
          if ((await findCost(request)) > REFUSAL_MS) costly.push(describeRequest(request));
        }
      }
      expect(costly.map((each) => each.slice(0, 100))).toEqual([]);
    },
  );

  test('that are sent only half do not delay others', { timeout: 60_000 }, async () => {
    const slow = await Promise.all(Array.from({ length: 60 }, () => openConnection(target.url)));
    const json = 'POST /api/orders HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    for (const [at, connection] of slow.entries()) {
      if (at % 3 === 0) await connection.send('GET /api/config HT');
      if (at % 3 === 1) await connection.send(`${json}content-length: 900\r\n\r\n{"images":`);
      if (at % 3 === 2) await connection.send(uploadHead({ 'content-length': '4000000' }));
      if (at % 3 === 2) await connection.send(formPart(Buffer.alloc(2000), { end: false }));
    }
    const start = performance.now();
    expect(await target.client.uploadMany(2)).toHaveLength(2);
    expect(performance.now() - start).toBeLessThan(ANSWER_MS);
    for (const connection of slow) connection.abort();
  });

  test('leave the sums of the orders right', async () => {
    await target.shop.kill('SIGTERM');
    expect(target.shop.errors()).toBe('');
    const db = await openAgain(target.home);
    expect(await findWrongSums(db)).toEqual([]);
    await db.close();
  });
});

/** Returns a complaint whose list of pictures is in many fields, each with a list of its own. */
function formOfNumbers(): HostileRequest {
  const head = '--xx\r\ncontent-disposition: form-data; name="items"\r\n\r\n';
  const field = `${head}[${'1,'.repeat(3900)}1]\r\n`;
  return {
    ...{ caller: 'anonymous', method: 'POST', target: '/api/orders/complaint' },
    lines: [['content-type', 'multipart/form-data; boundary=xx']],
    ...{ body: Buffer.from(`${field.repeat(300)}--xx--\r\n`), length: 'true', mustFail: true },
  };
}
