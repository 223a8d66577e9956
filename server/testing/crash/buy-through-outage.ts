import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { errorMessages } from '#contract/base/messages.ts';
import type { ErrorCode } from '#domain/base/errors.ts';
import { type Answer, type ShopClient, uploaded } from '#server/testing/client.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import type { Ledger, SentOrder } from './buy-until-gone.ts';

const PAUSE_MS = 20;

/** The number of rejected requests of a buyer, and the slowest one. */
export type Encounter = { refusals: number; slowestMs: number };

/**
 * Orders until it is stopped, and retries each request while it is rejected temporarily.
 * @throws Error for any error response other than a clear 503
 */
export async function buyThroughOutage(
  client: ShopClient,
  ledger: Ledger,
  { name, stop }: { name: string; stop: AbortSignal },
): Promise<Encounter> {
  const met: Encounter = { refusals: 0, slowestMs: 0 };
  const side = 16;
  const raw = { width: side, height: side, channels: 3 } as const;

  async function insist(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const start = performance.now();
      const answer = await ask();
      met.slowestMs = Math.max(met.slowestMs, performance.now() - start);
      if (answer.status < 500) return answer;
      met.refusals += 1;
      expectClear(answer);
      await sleep(PAUSE_MS);
    }
  }

  for (let at = 0; !stop.aborted; at += 1) {
    const picture = await sharp(randomBytes(side * side * 3), { raw })
      .png()
      .toBuffer();
    const { imageUrl } = uploaded(await insist(() => client.upload(picture)));
    const delivery = { email: `${name}-${at}@correo.cl` };
    const body = makeOrder({ images: [imageUrl], delivery });
    const attempt: SentOrder = { key: `${name} ${at}`, body, order: null };
    ledger.sent.push(attempt);
    attempt.order = placed(await insist(() => client.placeOrder(body, attempt.key)));
  }
  return met;
}

const OUTAGES: readonly (string | undefined)[] = ['unavailable', 'disk_full'] satisfies ErrorCode[];

/** @throws Error unless the response says in Spanish that the shop is temporarily unavailable */
export function expectClear({ status, body, headers }: Answer): void {
  const code = OUTAGES.find((outage) => outage === body.code);
  const texts: Readonly<Record<string, string>> = errorMessages;
  const isSpanish = code !== undefined && body.message === texts[code];
  if (status === 503 && isSpanish && headers.has('retry-after')) return;
  throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
}
