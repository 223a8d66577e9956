import * as z from 'zod/mini';
import { line, list, success } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';

const probe = success({ message: z.string() });

export const checkHealth = defineRoute('GET', '/health', {
  auth: 'none',
  summary: 'Whether the shop and its database answer; 503 when not',
  answer: success({ status: z.literal('ok'), database: z.string(), uptimeSeconds: z.number() }),
});

export const verify = defineRoute('GET', '/verify', {
  auth: 'none',
  summary: 'Whether the API answers',
  answer: probe,
});

export const verifyDatabase = defineRoute('GET', '/verify/test-db', {
  auth: 'none',
  summary: 'Whether the database answers; 503 when not',
  answer: success({ message: z.string(), database: z.string() }),
});

export const testCors = defineRoute('GET', '/cors-test', {
  auth: 'none',
  summary: 'Echoes the origin of the request',
  answer: success({ message: z.string(), origin: z.nullable(z.string()) }),
});

/** A position in our scripts, such as `/assets/main-a1b2.js:1:2345`. */
const place = line(120).check(
  z.regex(/^[\w./-]+:\d+:\d+$/, { error: 'Debe ser un lugar de un archivo' }),
);

export const reportBrowserError = defineRoute('POST', '/browser-errors', {
  auth: 'none',
  summary: 'Logs an error of a page; a few per browser, without personal data',
  body: z.object({
    name: line(60),
    message: line(300),
    at: list(place, 5, { expected: 'una lista de lugares', tooMany: 'Son demasiados lugares' }),
  }),
  maxBodyBytes: 4096,
  status: 202,
  answer: success({}),
});
