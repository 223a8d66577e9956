import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod';
import { ShopError } from '#domain/errors.ts';

const PATIENCE_MS = 5000;
/** A stranger's tokens must not make the shop ask Google at their pace. */
const MIN_PAUSE_MS = 30_000;
const DEFAULT_AGE_S = 300;
const MAX_AGE_S = 86_400;

const keySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })).min(1),
});

type Kept = { find: JWTVerifyGetKey; until: number };

/**
 * Finds the keys that a provider publishes, and keeps them as long as the answer's `Cache-Control`
 * says. A key that is not among them is looked for once more, at most every half minute. While the
 * provider does not answer, what is kept goes on counting.
 * @throws ShopError `unavailable` when no keys could be had at all
 */
export function publishedKeys({
  url,
  clock,
}: {
  url: string;
  clock: () => number;
}): JWTVerifyGetKey {
  let kept: Kept | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let underway: Promise<void> | null = null;

  async function ask(): Promise<void> {
    askedAt = clock();
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`the keys answered with status ${answer.status}`);
    const find = createLocalJWKSet(keySet.parse(await answer.json()));
    kept = { find, until: askedAt + maxAgeOf(answer.headers) * 1000 };
  }

  async function renew(): Promise<void> {
    underway ??= ask().finally(() => {
      underway = null;
    });
    await underway.catch(() => {
      if (!kept) throw new ShopError('unavailable');
    });
  }

  async function keep(): Promise<Kept> {
    const isPaused = clock() - askedAt < MIN_PAUSE_MS;
    if (!kept || (clock() >= kept.until && !isPaused)) await renew();
    if (!kept) throw new ShopError('unavailable');
    return kept;
  }

  return async (header, token) => {
    const { find } = await keep();
    try {
      return await find(header, token);
    } catch (error) {
      const mayBeNew = error instanceof errors.JWKSNoMatchingKey;
      if (!mayBeNew || clock() - askedAt < MIN_PAUSE_MS) throw error;
      await renew();
      return (await keep()).find(header, token);
    }
  };
}

/** @returns seconds for which an answer counts */
function maxAgeOf(headers: Headers): number {
  const [, age] = /(?:^|[\s,])max-age=(\d+)/i.exec(headers.get('cache-control') ?? '') ?? [];
  return Math.min(age === undefined ? DEFAULT_AGE_S : Number(age), MAX_AGE_S);
}
