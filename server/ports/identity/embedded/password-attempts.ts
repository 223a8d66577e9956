import { setTimeout as sleepMs } from 'node:timers/promises';
import { ShopError } from '#domain/errors.ts';
import type { Limit } from '#server/db/engine.ts';
import { clientKey } from '#server/limits/client-key.ts';
import type { Limits } from '#server/limits/limits.ts';

const MINUTE_S = 60;
/** How long a try waits for its turn at an account that is slowed down, and how many wait. */
const MAX_WAIT_S = 10;
const MAX_WAITING_PER_ACCOUNT = 10;
const MAX_WAITING = 200;

/**
 * Wrong passwords that pass. A client is refused; an account is slowed down, or anybody could lock
 * its owner out: see docs/decisions/009-accounts.md for the figures.
 */
const limits = {
  ofClient: { name: 'password_client', points: 90, seconds: 15 * MINUTE_S },
  ofPair: { name: 'password_pair', points: 10, seconds: 15 * MINUTE_S },
  ofDevice: { name: 'password_device', points: 10, seconds: 15 * MINUTE_S },
  ofAccount: { name: 'password_account', points: 20, seconds: 60 * MINUTE_S },
  whenSlowed: { name: 'password_slowed', points: 1, seconds: 5 },
} satisfies Record<string, Limit>;

/** A try of a password. */
export type PasswordAttempt = {
  address: string;
  /** Lower case; there need not be such an account. */
  email: string;
  /**
   * What tells the browser from others, when it has signed in to this account before: only its own
   * wrong passwords delay it then.
   */
  device: string | null;
  /** Called before a wait of seconds, to give up what others could use meanwhile. */
  release?: () => void;
};

/** Counts wrong passwords: a try counts until it is known to be right; `sleep` in milliseconds. */
export function createPasswordAttempts(
  { byKey, byClient }: Limits,
  sleep: (ms: number) => Promise<unknown> = sleepMs,
) {
  const ofClient = byClient(limits.ofClient);
  const ofPair = byKey(limits.ofPair);
  const ofDevice = byKey(limits.ofDevice);
  const ofAccount = byKey(limits.ofAccount);
  const whenSlowed = byKey(limits.whenSlowed);
  /** The e-mail of each try that waits for its turn. */
  const waiting: string[] = [];

  const pairOf = ({ address, email }: PasswordAttempt) => `${clientKey(address).client} ${email}`;

  /** Counts a try, which may wait for some seconds. @throws ShopError `too_many_requests` */
  async function begin(tried: PasswordAttempt): Promise<void> {
    if (tried.device !== null) return ofDevice.consume(tried.device);
    await ofClient.consume(tried.address);
    await ofPair.consume(pairOf(tried));
    if ((await ofAccount.take(tried.email)) === 0) return;
    tried.release?.();
    await waitForTurn(tried.email);
  }

  /**
   * Waits until the account lets the next try pass. The first to ask then goes on, so a client that
   * comes late has the same chance as a flood.
   * @throws ShopError `too_many_requests` after ten seconds, or when too many wait already
   */
  async function waitForTurn(email: string): Promise<void> {
    const ofThis = waiting.filter((one) => one === email).length;
    if (ofThis >= MAX_WAITING_PER_ACCOUNT || waiting.length >= MAX_WAITING) throw tooMany();
    waiting.push(email);
    try {
      for (let waitedS = 0; ; ) {
        const waitS = await whenSlowed.take(email);
        if (waitS === 0) return;
        if (waitedS + waitS > MAX_WAIT_S) throw tooMany();
        waitedS += waitS;
        await sleep(waitS * 1000);
      }
    } finally {
      waiting.splice(waiting.indexOf(email), 1);
    }
  }

  /** Counts a try without an e-mail like a wrong password. @throws ShopError `too_many_requests` */
  const countMalformed = (address: string): Promise<void> => ofClient.consume(address);

  /** The password was right, or could not be looked at: the try does not count. */
  async function excuse(tried: PasswordAttempt): Promise<void> {
    if (tried.device !== null) return ofDevice.giveBack(tried.device);
    await ofClient.giveBack(tried.address);
    await ofPair.giveBack(pairOf(tried));
    await ofAccount.giveBack(tried.email);
  }

  /** The account has a new password: the wrong ones before it no longer count against it. */
  async function forget(tried: Omit<PasswordAttempt, 'device'>): Promise<void> {
    await ofAccount.clear(tried.email);
    await whenSlowed.clear(tried.email);
    await ofPair.clear(pairOf({ ...tried, device: null }));
  }

  /** Runs a check of a password; only a wrong one counts. */
  async function run<T>(tried: PasswordAttempt, check: () => Promise<T>): Promise<T> {
    await begin(tried);
    let isWrong = false;
    try {
      const result = await check();
      isWrong = wrong.has(result);
      return result;
    } finally {
      if (!isWrong) await excuse(tried);
    }
  }

  return { begin, countMalformed, excuse, forget, run };
}

/** What a check of a password says of a wrong one. */
const wrong: ReadonlySet<unknown> = new Set(['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD']);

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>;

function tooMany(): ShopError {
  return new ShopError('too_many_requests', { retryAfterS: MAX_WAIT_S });
}
