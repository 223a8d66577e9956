import { syncBuiltinESMExports } from 'node:module';
import { setImmediate as nextRound } from 'node:timers/promises';
import { vi } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import type { Database } from '#server/db/database.ts';
import { lookForDamage } from '#server/features/health/look-for-damage.ts';
import { choresOf, startJobs } from '#server/start-shop.ts';
import { type Browser, callAs, linksTo, openAccount } from '#server/testing/accounts.ts';
import { ADMIN_EMAIL, type AdminShop, keepToken } from '#server/testing/admin-shop.ts';
import { type Answer, createClient, uploaded } from '#server/testing/client.ts';
import { silent } from '#server/testing/jobs.ts';
import type { AccountNumber, Action } from '#server/testing/model/actions.ts';
import { emptyShop } from '#server/testing/model/empty-shop.ts';
import {
  assemble,
  type Cast,
  EMAILS,
  mailedProof,
  PARTNER,
  saveRules,
} from '#server/testing/model/world.ts';
import { paymentEnv } from '#server/testing/payment-env.ts';
import { makePng } from '#server/testing/pictures.ts';
import { type Overrides, openShop, type TestShop } from '#server/testing/shop.ts';
import { type Bank, openMercadoPagoBank, openWebpayBank } from './bank.ts';
import { callFilesAtOnce } from './disk.ts';
import { createPayer, isPayment, nextReading, type PaymentAction } from './payments.ts';
import {
  type Border,
  copyingDecoder,
  type Fault,
  mailServer,
  memoryStorage,
  type Outbox,
  wrapDatabase,
} from './ports.ts';
import { nearby } from './provider.ts';
import { createRandom, seedProcess } from './random.ts';
import { seedSignatures } from './signatures.ts';
import { simulateTime } from './time.ts';

/**
 * Two o'clock at night in Santiago, so that the time that a story takes does not reach the next
 * day.
 */
const START = Date.parse('2026-03-30T05:00:00Z');
const SECOND = 1000;
/** More milliseconds than the clock advances while a shop starts. */
const SETTLE_MS = 10_000;
/** Rounds of the event loop after which everything is done that needs neither time nor a turn. */
const ROUNDS = 3;
/** Simulated seconds after which all work must be done. */
const PATIENCE_S = 900;
const MAX_TRIES = 20;

export type Act = Action | PaymentAction;

export type Play = { faults: readonly Fault[]; killAfter: number | null };

/** A shop with all its ports in this process; the same seed repeats every step. */
export type SimulatedShop = Omit<Cast, 'act'> & {
  act: (what: Act) => Promise<Answer>;
  /** Its provider of payments. */
  bank: Bank;
  /** The stored files. */
  files: ReadonlyMap<string, Buffer>;
  ask: AdminShop['ask'];
  /** Returns its database, without the simulated faults. */
  db: () => Database;
  mail: Outbox;
  now: () => number;
  /** Every turn so far: its time, the number of random numbers taken, and which caller got it. */
  turns: string[];
  /**
   * Runs actions concurrently, with faults and a kill, until nothing is left to do.
   * @returns the result of each; null if the shop was killed first
   */
  play: <T>(acts: readonly (() => Promise<T>)[], play: Play) => Promise<(T | null)[]>;
  /** Lets a day pass and runs the periodic tasks; those that fail or are interrupted run again. */
  passDay: (play: Play) => Promise<void>;
  close: () => Promise<void>;
};

/** The process in which the shop runs, until it is killed. */
type Life = { isOver: boolean; end: () => void; ended: Promise<void> };

function newLife(): Life {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const life: Life = {
    isOver: false,
    ended,
    end: () => {
      life.isOver = true;
      resolve();
    },
  };
  return life;
}

/**
 * @param seed of all random decisions; with an odd one the provider is Mercado Pago, else Webpay
 * @param plant plants a fault in the shop's database
 */
export async function openSimulatedShop(
  seed: number,
  plant: (db: Database) => Promise<void> = async () => undefined,
): Promise<SimulatedShop> {
  const picture = await makePng();
  const random = createRandom(seed);
  const time = simulateTime(START);
  seedProcess(random);
  seedSignatures();
  const leaveFiles = callFilesAtOnce();

  let life = newLife();
  let isPlaying = false;
  let armed: Fault[] = [];
  let mayFail = false;
  let waiting: { what: string; go: () => void }[] = [];
  const turns: string[] = [];
  let isUp = Promise.resolve();

  const border = (own: Life): Border => ({
    takeTurn: (what) => {
      if (own.isOver) return new Promise(() => undefined);
      if (!isPlaying) return Promise.resolve();
      return new Promise((go) => waiting.push({ what, go }));
    },
    strike: (port) => {
      const at = armed.findIndex((fault) => fault.port === port);
      const fault = armed[at];
      if (!isPlaying || !fault) return null;
      armed = armed.toSpliced(
        at,
        1,
        ...(fault.after > 0 ? [{ ...fault, after: fault.after - 1 }] : []),
      );
      return fault.after > 0 ? null : fault.how;
    },
  });
  const mail: Outbox = { sent: [], untold: [] };
  const files = new Map<string, Buffer>();
  const openBank = seed % 2 ? openMercadoPagoBank : openWebpayBank;
  const bank = await openBank(nearby(() => border(life)));
  let db: Database | null = null;
  /** The parts of the shop's process. */
  const partsOf = (own: Life): Overrides => ({
    env: {
      ...paymentEnv(bank.settings),
      PORT: '3000',
      ADMIN_EMAILS: `${ADMIN_EMAIL},${PARTNER}`,
      SHOP_EMAIL: 'hola@pines.cl',
    },
    isInjected: true,
    context: {
      clock: time.clock,
      storage: memoryStorage(border(own), files),
      mailer: mailServer(border(own), mail),
      decoder: copyingDecoder(picture),
      diskSpace: async () => ({ total: 1e12, free: 1e12 }),
    },
    wrapDatabase: (opened) => {
      db = opened;
      return wrapDatabase(opened, border(own));
    },
  });
  const served = await openShop('sqlite', partsOf(life));
  await plant(inside());

  /** Sends a client's request, which fails if the shop is killed. */
  async function send(address: string, init?: RequestInit): Promise<Response> {
    await isUp;
    const cut = life.ended.then((): never => {
      throw new TypeError('connection lost');
    });
    return Promise.race([served.fetch(address.slice(served.url.length), init), cut]);
  }
  const client = createClient(() => served.url, send);
  const shop: TestShop = Object.assign(Object.create(served), client);

  /** Retries a call while there may be faults. */
  async function insist<T>(call: () => Promise<T>, isDone: (answer: T) => boolean): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const answer = await call().catch(expectLost);
      if (answer !== null && isDone(answer)) return answer;
      if (!mayFail || tries > MAX_TRIES) throw new Error(`failed: ${JSON.stringify(answer)}`);
    }
  }
  const insistOn = (call: () => ReturnType<TestShop['call']>) =>
    insist(call, ({ status }) => status < 500);

  /** Returns a function that returns a browser's ID token, with retries. */
  const tokenOf = ({ token }: Browser) =>
    keepToken({ token: () => insist(token, (given) => given !== null) });
  const admins = [await openAccount(shop, ADMIN_EMAIL), await openAccount(shop, PARTNER)].map(
    (browser) => callAs(shop, { cookies: browser.cookies, token: tokenOf(browser) }),
  );
  let asked = 0;
  const ask: AdminShop['ask'] = async (path, request) => {
    asked += 1;
    const call = admins[asked % 2];
    if (!call) throw new Error('no admin');
    return call(`/api/admin${path}`, request);
  };
  await saveRules(ask);
  const browsers: Browser[] = [];
  for (const email of EMAILS) browsers.push(await openAccount(shop, email, { verified: false }));
  const bearers = browsers.map(tokenOf);
  for (const bearer of bearers) await bearer();
  await emptyShop(served.context, EMAILS);

  function inside(): Database {
    if (!db) throw new Error('no database');
    return db;
  }

  /** Returns the token in the last mail, sent or not. */
  async function pictureToken(orderId: string): Promise<string | undefined> {
    const jobs = await inside()
      .queries.selectFrom('jobs')
      .select(['payload'])
      .where('kind', '=', 'mail.picture_requested')
      .where('payload', 'like', `%${orderId}%`)
      .orderBy('id', 'desc')
      .execute();
    const [waits] = jobs.map(({ payload }): { token?: string } => JSON.parse(payload));
    const tokens = mail.sent
      .filter(({ text }) => text.includes(orderId))
      .flatMap(({ text }) => /#pedido=imagen-([\w-]+)/.exec(text)?.[1] ?? []);
    return waits?.token ?? tokens.at(-1);
  }

  const cast = assemble({
    shop,
    ask,
    browsers: browsers.map((browser) => ({
      ...browser,
      ask: (...given) =>
        insist(
          () => browser.ask(...given),
          ({ status }) => status < 500,
        ),
    })),
    bearer: async (account: AccountNumber) => (await bearers[account]?.()) ?? '',
    addPicture: async () => uploaded(await insistOn(() => shop.upload(picture))).imageUrl,
    pictureToken,
    proofToken: (orderId) => mailedProof({ ...served.context, db: inside() }, orderId),
    verifyLink: async (email) => {
      const waits = (await linksTo({ db: inside() }, email, 'verify_email')).at(-1);
      const links = mail.sent
        .filter(({ to }) => to === email)
        .flatMap(({ text }) => /\S*\/api\/identity\/\S*/.exec(text)?.[0] ?? []);
      return waits ?? links.at(-1);
    },
    wait: async () => undefined,
    insist: insistOn,
  });

  const act = cast.act;
  const pay = createPayer({ shop, bank, insist: insistOn });

  /** Makes time and random numbers independent of the calls so far: now only the seed decides. */
  function settle(): void {
    time.advance(SETTLE_MS - (time.now() % SETTLE_MS));
    random.restart();
  }
  settle();
  startJobs(served.context, silent);
  let chores = choresOf(served.context);

  async function kill(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    isUp = promise;
    life.end();
    waiting = [];
    armed = [];
    isPlaying = false;
    time.dropTimers();
    const open = await inside()
      .queries.selectFrom('jobs')
      .select('id')
      .where('state', '=', 'waiting')
      .execute();
    for (const { messageId } of mail.sent) {
      if (open.some(({ id }) => messageId.startsWith(id))) mail.untold.push(messageId);
    }
    life = newLife();
    await served.restart(partsOf(life));
    settle();
    isPlaying = true;
    startJobs(served.context, silent);
    chores = choresOf(served.context);
    resolve();
  }

  /** Waits until all remaining work waits for its turn, for time, or forever. */
  async function rest(): Promise<void> {
    for (let rounds = 0; rounds < ROUNDS; rounds += 1) await nextRound();
  }

  async function isIdle(): Promise<boolean> {
    const due = await inside()
      .queries.selectFrom('jobs')
      .select('id')
      .where('state', '=', 'waiting')
      .where(({ or, eb }) => or([eb('lease', 'is not', null), eb('run_at', '<=', time.now())]))
      .limit(1)
      .execute();
    return due.length === 0;
  }

  async function play<T>(
    acts: readonly (() => Promise<T>)[],
    { faults, killAfter }: Play,
  ): Promise<(T | null)[]> {
    // Checks since the last play have read the clock.
    settle();
    armed = [...faults];
    mayFail = faults.length > 0 || killAfter !== null;
    isPlaying = true;
    let left = acts.length;
    const results = Promise.all(
      acts.map((act) =>
        act()
          .catch(expectLost)
          .finally(() => {
            left -= 1;
          }),
      ),
    );
    // The first error is reported below.
    results.catch(() => undefined);
    let taken = 0;
    for (let seconds = 0; ; ) {
      await rest();
      if (killAfter !== null && taken >= killAfter) {
        killAfter = null;
        await kill();
        continue;
      }
      const before = random.taken();
      const at = random.below(Math.max(1, waiting.length));
      const [next] = waiting.splice(at, 1);
      if (next) {
        taken += 1;
        turns.push(`${time.now()} ${before} ${at}/${waiting.length} ${next.what}`);
        next.go();
        continue;
      }
      const reading = left === 0 && (await isIdle()) ? await nextReading(inside()) : undefined;
      if (reading === null) break;
      seconds += 1;
      if (seconds > PATIENCE_S) throw new Error('something is under way for ever');
      time.advance(Math.max(SECOND, (reading ?? 0) - time.now()));
    }
    isPlaying = false;
    armed = [];
    return results;
  }

  return Object.assign(cast, {
    act: (what: Act) => {
      if (!isPayment(what)) return act(what);
      const { length } = cast.placed;
      return pay(what, cast.placed[what.order % Math.max(1, length)]?.id ?? 'NADA');
    },
    bank,
    files,
    ask,
    mail,
    db: inside,
    now: time.now,
    turns,
    play,
    passDay: async (how: Play) => {
      time.advance(DAY_MS);
      const doChores = async () => {
        const own = life;
        for (const { name, run } of chores) {
          if (own.isOver) return;
          // A process of its own would write it, in real time.
          if (name === 'copy by night') continue;
          // This task only runs at night: here it runs at any time.
          const isLook = name === 'look for damage';
          const done = isLook ? lookForDamage(served.context) : run();
          await Promise.race([done.catch(() => undefined), own.ended]);
        }
      };
      await play([doChores], how);
      await play([doChores], { faults: [], killAfter: null });
    },
    close: async () => {
      isPlaying = false;
      life.end();
      time.dropTimers();
      vi.unstubAllGlobals();
      vi.useRealTimers();
      vi.restoreAllMocks();
      syncBuiltinESMExports();
      leaveFiles();
      await served.close();
    },
  });
}

/** Returns null for a request to a killed shop, whose client does not know the result. */
function expectLost(error: unknown): null {
  if (error instanceof TypeError && error.message === 'connection lost') return null;
  throw error;
}
