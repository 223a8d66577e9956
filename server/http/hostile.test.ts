import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findWrongBooks } from '../testing/books.ts';
import { listOperations, type Operation } from '../testing/hostile/document.ts';
import {
  type HostileRequest,
  hostileRequest,
  isWhole,
  toWire,
} from '../testing/hostile/request.ts';
import { sendWire, type WireAnswer } from '../testing/hostile/send.ts';
import { openTarget, type Target } from '../testing/hostile/target.ts';
import { openAgain } from '../testing/jobs.ts';
import { formPart, openConnection, uploadHead } from '../testing/raw-http.ts';
import { LONG, SEED, tell } from '../testing/seed.ts';
import { anyDatabase, openShop } from '../testing/shop.ts';

const REQUESTS = Number(process.env.TEST_REQUESTS ?? (LONG ? 12_000 : 150));
const AT_ONCE = 6;
const PATIENCE_MS = LONG ? 3_600_000 : 180_000;
/** Generous: it holds on a machine that is busy with other tests too. */
const ANSWER_MS = 20_000;
const MEMORY_GROWTH = 200 * 1024 ** 2;
/** Codes of a 503 that the documents promise. */
const PROMISED = ['unavailable', 'busy'];

describe.each(anyDatabase)('hostile requests on %s', (kind) => {
  let target: Target;
  let operations: Operation[];
  beforeAll(async () => {
    const twin = await openShop('sqlite');
    operations = await listOperations(twin);
    await twin.close();
    target = await openTarget(kind);
  });
  afterAll(() => target.close());

  async function attack(request: HostileRequest): Promise<WireAnswer> {
    const wire = toWire(request, target.bearer(request.caller));
    return sendWire(target.url, wire, { isWhole: isWhole(request), patienceMs: ANSWER_MS });
  }

  function expectRefusal(request: HostileRequest, answer: WireAnswer): void {
    const { status, text, wasReset } = answer;
    const promised = status === 503 && PROMISED.some((code) => text.includes(`"code":"${code}"`));
    const mayBeLost = !isWhole(request) || wasReset;
    if (promised || (status < 500 && (status > 0 || mayBeLost))) return;
    const { caller, method, target: address, lines, body } = request;
    const what = [caller, method, address.slice(0, 300), JSON.stringify(lines).slice(0, 500)];
    throw new Error(
      `${what.join(' ')} ${body.toString().slice(0, 300)}\nanswered ${status}: ${text.slice(0, 900)}\n${lastFault()}`,
    );
  }

  /** @throws Error that tells how to repeat the run; the requests themselves are too long to print */
  async function check(
    strike: fc.IAsyncProperty<[HostileRequest[]]>,
    settings: fc.Parameters<[HostileRequest[]]>,
  ): Promise<void> {
    const { failed, counterexamplePath, errorInstance } = await fc.check(strike, settings);
    if (!failed) return;
    const said = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
    throw new Error(`TEST_SEED=${SEED} TEST_PATH=${counterexamplePath}\n${said}`);
  }

  /** What the shop's log says of its last fault. */
  function lastFault(): string {
    return (
      target.shop
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":50'))
        .at(-1) ?? ''
    );
  }

  test('are answered without a fault, without a hang, within bounded memory', {
    timeout: PATIENCE_MS,
  }, async () => {
    const statuses = new Map<number, number>();
    let slowest = 0;
    let sent = 0;
    const batch = fc.array(hostileRequest(operations, target.known), {
      minLength: AT_ONCE,
      maxLength: AT_ONCE,
    });
    const strike = fc.asyncProperty(batch, async (requests) => {
      const answers = await Promise.all(requests.map(attack));
      for (const [at, request] of requests.entries()) {
        const answer = answers[at];
        if (!answer) continue;
        sent += 1;
        slowest = Math.max(slowest, answer.ms);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        expectRefusal(request, answer);
      }
      if (sent % (AT_ONCE * 20) === 0) await target.refresh();
    });
    const path = process.env.TEST_PATH;
    const warmUp = Math.ceil(REQUESTS / AT_ONCE / 10);
    await check(strike, { seed: SEED + 1, numRuns: warmUp, endOnFailure: true });
    const before = target.shop.memory();
    const rest = {
      seed: SEED,
      numRuns: Math.ceil(REQUESTS / AT_ONCE) - warmUp,
      endOnFailure: true,
    };
    await check(strike, path === undefined ? rest : { ...rest, path });
    const after = target.shop.memory();
    expect(after - before).toBeLessThan(MEMORY_GROWTH);
    expect((await target.client.call('/health')).status).toBe(200);
    const counts = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`);
    const megabytes = [before, after].map((bytes) => Math.round(bytes / 1024 ** 2)).join(' to ');
    tell(`${kind}: TEST_SEED=${SEED}, ${sent} requests, slowest ${Math.round(slowest)} ms`);
    tell(`${kind}: memory ${megabytes} MB, answers ${counts.join(', ')}`);
  });

  test('that stay half sent keep nobody waiting', { timeout: 60_000 }, async () => {
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

  test('leave the books right', async () => {
    await target.shop.kill('SIGTERM');
    expect(target.shop.errors()).toBe('');
    const db = await openAgain(target.home);
    expect(await findWrongBooks(db)).toEqual([]);
    await db.close();
  });
});
