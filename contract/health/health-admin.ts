import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { success } from '#contract/base/fields.ts';
import { keysOf } from '#domain/base/keys.ts';
import { CHECK_STATES, CHECKS } from '#domain/health/checks.ts';

/** What was found at the last look; the text is for the shop's owner. */
export const healthCheck = z.object({
  name: z.enum(keysOf(CHECKS)),
  state: z.enum(CHECK_STATES),
  /** ISO 8601 in UTC; null while it is ok. */
  since: z.nullable(z.string()),
  text: z.string(),
});
export type HealthCheck = z.infer<typeof healthCheck>;

const failedJob = z.object({
  jobId: z.string(),
  /** Of a mail such as `order_received`, of another job such as `sheet.make`. */
  kind: z.string(),
  /** When it was given up; ISO 8601 in UTC. */
  at: z.string(),
  /** The words of the mail server, or the error. */
  reason: z.string(),
});

const failedMail = z.extend(failedJob, {
  /** The order that it is about; null: an account, or the shop. */
  orderId: z.nullable(z.string()),
  /** The address that a retry would send it to; null: it has none any more. */
  to: z.nullable(z.string()),
  /** The owner can correct that address: that of a guest. */
  canCorrect: z.boolean(),
});
export type FailedJob = z.infer<typeof failedJob>;
export type FailedMail = z.infer<typeof failedMail>;

const health = success({
  version: z.string(),
  checks: z.array(healthCheck),
  /** Those that were given up, mails about orders first, the newest of them first; at most 100. */
  failedMails: z.array(failedMail),
  failedJobs: z.array(failedJob),
});

export const readHealth = adminRoute('GET', '/admin/health', {
  summary: 'What works and what does not: mails, jobs, disk, files, database, address, version',
  answer: health,
});

/** Returns the URL of 'Salud' in the panel. */
export function panelHealthUrl(publicUrl: string): string {
  return `${publicUrl}/?panel=salud`;
}

/** 404 unless it was given up. */
export const retryJob = adminRoute('POST', '/admin/jobs/{id}/retry', {
  summary: 'Tries a job again that was given up, such as a mail',
  answer: success({}),
});

/** 404 unless it was given up. */
export const discardJob = adminRoute('DELETE', '/admin/jobs/{id}', {
  summary: 'Deletes a job that was given up, such as a mail',
  answer: success({}),
});
