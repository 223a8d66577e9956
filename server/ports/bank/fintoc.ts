import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Cell } from '#domain/payments/statement-cells.ts';
import type { FintocSettings } from '#server/config/bank.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { isSame } from '#server/lib/secrets.ts';
import { askProvider, MAX_PESOS } from '#server/ports/payments/ask-provider.ts';
import { type BankFeed, type BankNotice, FeedLimit } from './bank.ts';

/** The most that it gives in a page. */
const PAGE = 300;
/** More movements than a shop with one press has in some weeks. */
const MAX_PAGES = 10;
/** For all pages together: an owner waits for the answer, and proxies wait for a minute. */
const MAX_MS = 20_000;
/** How old a notice's signature may be: it signs anew what it sends again. */
const NOTICE_AGE_MS = 5 * 60_000;
const HEADINGS = ['Fecha', 'Descripción', 'Monto', 'Nombre', 'RUT', 'Comentario'];

const text = z.string().max(2000).nullish();
const movements = z.array(
  z.object({
    id: z.string(),
    /** Negative for money that left. */
    amount: z.int().min(-MAX_PESOS).max(MAX_PESOS),
    currency: z.string(),
    /** The bank's day, such as `2020-04-17T00:00:00.000Z`. */
    post_date: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
    description: text,
    pending: z.boolean().nullish(),
    status: text,
    comment: text,
    sender_account: z.object({ holder_id: text, holder_name: text }).nullish(),
  }),
);
type Movement = z.output<typeof movements>[number];

const event = z.object({
  type: z.literal('account.refresh_intent.succeeded'),
  data: z.object({ refreshed_object_id: z.string(), new_movements: z.int().min(1) }),
});

/**
 * The movements of the shop's account by Fintoc's API, version 1
 * (https://docs.fintoc.com/reference/movements-list), which reads them at the bank by itself.
 * @param maxMs for all pages together
 */
export function fintoc(settings: FintocSettings, maxMs = MAX_MS): BankFeed {
  const { secretKey, linkToken, accountId, webhookSecret, url } = settings;
  const readPage = (since: string, page: number, signal: AbortSignal) => {
    const query = new URLSearchParams({
      ...{ link_token: linkToken, since, per_page: String(PAGE), page: String(page) },
    });
    return askProvider({
      ...{ method: 'GET', url: `${url}/v1/accounts/${accountId}/movements?${query}` },
      ...{ headers: { authorization: secretKey }, answer: movements, signal },
    });
  };
  return {
    readMovements: async (since) => {
      // One that comes in meanwhile moves another to the next page.
      const found = new Map<string, Movement>();
      const signal = AbortSignal.timeout(maxMs);
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const read = await readPage(since, page, signal).catch((error: unknown) => {
          throw signal.aborted ? new FeedLimit('slow') : error;
        });
        for (const movement of read) found.set(movement.id, movement);
        if (read.length < PAGE) return [HEADINGS, ...[...found.values()].filter(isDone).map(toRow)];
      }
      throw new FeedLimit('too_many');
    },
    readNotice: (notice) => readNotice(notice, webhookSecret, accountId),
  };
}

function isDone({ currency, pending, status }: Movement): boolean {
  return currency === 'CLP' && pending !== true && (status ?? 'confirmed') === 'confirmed';
}

function toRow({ amount, post_date, description, comment, sender_account }: Movement): Cell[] {
  const { holder_id, holder_name } = sender_account ?? {};
  const texts = [holder_name, holder_id, comment].map((each) => each ?? '');
  return [post_date.slice(0, 10), description ?? '', amount, ...texts];
}

/** It signs `time.body`, the time in seconds since 1970. */
function readNotice(
  { signature = '', body, now }: BankNotice,
  secret: string | null,
  accountId: string,
): ReturnType<BankFeed['readNotice']> {
  const [, time, hash] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(signature) ?? [];
  if (secret === null || time === undefined || hash === undefined) return 'forged';
  const right = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  if (!isSame(right, hash) || Math.abs(now - Number(time) * 1000) > NOTICE_AGE_MS) return 'forged';
  const { data: read } = event.safeParse(parseJson(body));
  return read?.data.refreshed_object_id === accountId ? hash : null;
}
