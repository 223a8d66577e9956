import { setTimeout as sleepMs } from 'node:timers/promises';
import { ShopError } from '#domain/base/errors.ts';
import { clientKey } from '#server/limits/client-key.ts';
import type { Limiter } from '#server/limits/limiter.ts';
import type { Limits } from '#server/limits/limits.ts';
import { STRANGER_MAILS } from '#server/limits/mail-limits.ts';
import { recipientKey } from '#server/limits/recipient-key.ts';
import { LINK_LIMIT } from '#server/ports/identity/calls.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/**
 * Creates the limits per client of expensive calls. They are high, because Chilean mobile networks
 * put whole neighbourhoods behind one address.
 */
export function createAttempts({ byClient }: Limits) {
  return {
    signUp: byClient({ name: 'sign_up', points: 200, seconds: HOUR_S }),
    /** Sign-ups that reveal that the e-mail has an account; docs/security.md explains why. */
    takenEmail: byClient({ name: 'sign_up_taken', points: 20, seconds: HOUR_S }),
    link: byClient(LINK_LIMIT),
    google: byClient({ name: 'google', points: 300, seconds: HOUR_S }),
  };
}

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * Runs a task and counts it only when its result is `counted`. Above the limit it does not run, so
 * that the error does not depend on the result.
 * @throws ShopError `too_many_requests`
 */
export async function countIf<T>(
  limiter: Limiter,
  { key, counted }: { key: string; counted: T },
  run: () => Promise<T>,
): Promise<T> {
  await limiter.consume(key);
  let isCounted = false;
  try {
    const result = await run();
    isCounted = result === counted;
    return result;
  } finally {
    if (!isCounted) await limiter.giveBack(key);
  }
}

const PERIODS = [
  ['hour', HOUR_S],
  ['day', 24 * HOUR_S],
] as const;

/**
 * Creates the limits of one kind of mail that anonymous clients may request, by mailbox and by
 * client; each kind has separate limits. The returned function counts the same whether or not an
 * account exists, and only the client when `to` is null. It throws ShopError `too_many_requests`.
 */
export function createMailAttempts(
  { byClient, byKey }: Limits,
  kind: 'verify_email' | 'reset_password',
): (request: { to: string | null; address: string }) => Promise<void> {
  const limitsOf = (party: 'recipient' | 'client') =>
    PERIODS.map(([period, seconds]) => ({
      name: `mail_${kind}_${party}_${period}`,
      points: STRANGER_MAILS[party][period],
      seconds,
    }));
  const clients = limitsOf('client').map(byClient);
  const recipients = limitsOf('recipient').map(byKey);
  return async ({ to, address }) => {
    // The client first: a rejected client does not use up the mailbox owner's limit.
    for (const limiter of clients) await limiter.consume(address);
    if (to === null) return;
    for (const limiter of recipients) await limiter.consume(recipientKey(to));
  };
}

/** How long an attempt waits for its turn at an account that is slowed down. */
const MAX_WAIT_S = 10;
const MAX_WAITING_PER_ACCOUNT = 10;
const MAX_WAITING = 200;

/** An attempt to sign in with a password. */
export type PasswordAttempt = {
  address: string;
  /** Lower case; the account may not exist. */
  email: string;
  /** Id of a browser that has signed in to this account before: only its own attempts delay it. */
  device: string | null;
  /** Called before a wait of seconds, to release resources that others could use meanwhile. */
  release?: () => void;
};

/**
 * Counts wrong passwords: an attempt counts until its password is known to be right. Above its
 * limit a client is rejected, but an account is only slowed down, or anyone could lock its owner
 * out. The numbers are explained in docs/decisions/009-accounts.md.
 * @param sleep in milliseconds
 */
export function createPasswordAttempts(
  { byKey, byClient }: Limits,
  sleep: (ms: number) => Promise<unknown> = sleepMs,
) {
  const ofClient = byClient({ name: 'password_client', points: 90, seconds: 15 * MINUTE_S });
  const ofPair = byKey({ name: 'password_pair', points: 10, seconds: 15 * MINUTE_S });
  const ofDevice = byKey({ name: 'password_device', points: 10, seconds: 15 * MINUTE_S });
  const ofAccount = byKey({ name: 'password_account', points: 20, seconds: HOUR_S });
  const whenSlowed = byKey({ name: 'password_slowed', points: 1, seconds: 5 });
  /** The e-mail of each attempt that waits for its turn. */
  const waiting: string[] = [];

  const pairOf = ({ address, email }: Pick<PasswordAttempt, 'address' | 'email'>) =>
    `${clientKey(address).client} ${email}`;

  /** Counts an attempt, which may wait for seconds. @throws ShopError `too_many_requests` */
  async function begin(attempt: PasswordAttempt): Promise<void> {
    if (attempt.device !== null) return ofDevice.consume(attempt.device);
    await ofClient.consume(attempt.address);
    await ofPair.consume(pairOf(attempt));
    if ((await ofAccount.take(attempt.email)) === 0) return;
    attempt.release?.();
    await waitForTurn(attempt.email);
  }

  /**
   * Waits until the account accepts the next attempt. The first one to try then gets the turn, so a
   * late client has the same chance as a flood of attempts.
   * @throws ShopError `too_many_requests` after ten seconds, or when too many wait already
   */
  async function waitForTurn(email: string): Promise<void> {
    const ofThis = waiting.filter((one) => one === email).length;
    if (ofThis >= MAX_WAITING_PER_ACCOUNT || waiting.length >= MAX_WAITING) throw tooMany();
    waiting.push(email);
    try {
      let waitedS = 0;
      for (let waitS = await whenSlowed.take(email); waitS > 0; ) {
        waitedS += waitS;
        if (waitedS > MAX_WAIT_S) throw tooMany();
        await sleep(waitS * 1000);
        waitS = await whenSlowed.take(email);
      }
    } finally {
      waiting.splice(waiting.indexOf(email), 1);
    }
  }

  /** Uncounts an attempt whose password was right or could not be checked. */
  async function excuse(attempt: PasswordAttempt): Promise<void> {
    if (attempt.device !== null) return ofDevice.giveBack(attempt.device);
    await ofClient.giveBack(attempt.address);
    await ofPair.giveBack(pairOf(attempt));
    await ofAccount.giveBack(attempt.email);
  }

  return {
    begin,
    excuse,

    /** Counts an attempt without an e-mail. @throws ShopError `too_many_requests` */
    countMalformed: (address: string): Promise<void> => ofClient.consume(address),

    /** Deletes the wrong passwords of an account that has a new password. */
    async forget(attempt: Pick<PasswordAttempt, 'address' | 'email'>): Promise<void> {
      await ofAccount.clear(attempt.email);
      await whenSlowed.clear(attempt.email);
      await ofPair.clear(pairOf(attempt));
    },

    /** Runs a check of a password; only a wrong one counts. */
    async run<T>(attempt: PasswordAttempt, check: () => Promise<T>): Promise<T> {
      await begin(attempt);
      let isWrong = false;
      try {
        const result = await check();
        isWrong = WRONG.has(result);
        return result;
      } finally {
        if (!isWrong) await excuse(attempt);
      }
    },
  };
}

/** Results of a check whose password was wrong. */
const WRONG: ReadonlySet<unknown> = new Set(['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD']);

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>;

function tooMany(): ShopError {
  return new ShopError('too_many_requests', { retryAfterS: MAX_WAIT_S });
}
