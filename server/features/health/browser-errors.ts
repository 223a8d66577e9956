import type { FastifyInstance } from 'fastify';
import { reportBrowserError } from '#contract/health.ts';
import type { Context } from '#server/context.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, succeed } from '#server/http/route.ts';

const PER_CLIENT = { name: 'browser_errors', points: 20, seconds: 3600 };
/** Of everybody together: a bad release must not fill the disk. */
const PER_SHOP = { name: 'browser_errors_all', points: 600, seconds: 3600 };

/** Logs unexpected errors of pages. */
export function browserErrorRoutes(app: FastifyInstance, context: Context): void {
  const all = context.limits.byKey(PER_SHOP);
  serve(
    app,
    reportBrowserError,
    async ({ body: { name, message, at }, request }) => {
      await all.consume('all');
      const facts = { name: withoutPersons(name), message: withoutPersons(message), at };
      request.log.warn(facts, 'browser error');
      return succeed({});
    },
    { onRequest: [limitRate(context, PER_CLIENT)] },
  );
}

/** Takes out what may be a person's: addresses, long numbers, and quoted texts that are no names of code. */
export function withoutPersons(text: string): string {
  return text
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/'(?![\w$.]+')[^']*'/g, "'…'")
    .replaceAll(/\S*@\S*/g, '…')
    .replaceAll(/\bhttps?:\S+|\bblob:\S+|\?\S+/g, '…')
    .replaceAll(/\+?\d[\d .-]{4,}\d/g, '…');
}
