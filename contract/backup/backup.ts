import * as z from 'zod/mini';
import { adminFile, adminRoute } from '#contract/base/admin-route.ts';
import { actor } from '#contract/base/audit.ts';
import { jsonObject, success, trueOrFalse } from '#contract/base/fields.ts';

/** A backup of the shop: in progress, or made within the last hour. */
const backup = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'working', 'done', 'failed']),
  /** 0 to 1. */
  progress: z.number(),
  /** Whether it includes pictures and proofs of transfer. */
  pictures: z.boolean(),
  /** Size of the file when done, else null. */
  bytes: z.nullable(z.number()),
  /** Why it failed, else null. */
  failure: z.nullable(z.enum(['disk_full', 'error'])),
  by: actor,
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
});
export type Backup = z.infer<typeof backup>;

const answer = success({ backup });

/** 403 `fresh_sign_in_required` ten minutes after signing in; 409 while one is in progress. */
export const requestBackup = adminRoute('POST', '/admin/backup', {
  summary: 'Starts a backup of the running shop',
  body: z._default(jsonObject({ pictures: z._default(trueOrFalse(), true) }), { pictures: true }),
  status: 202,
  answer,
});

export const readLatestBackup = adminRoute('GET', '/admin/backup', {
  summary: 'The latest backup of the shop; null when there is none or it has expired',
  answer: success({ backup: z.nullable(backup) }),
});

export const readBackup = adminRoute('GET', '/admin/backup/{id}', {
  summary: 'A backup and its progress; 404 an hour after it ended',
  answer,
});

/** 403 `fresh_sign_in_required` ten minutes after signing in; 404 unless it is done. */
export const downloadBackup = adminFile('/admin/backup/{id}/file', {
  summary: 'The backup file, with the data of all buyers: keep it safe',
  file: 'application/zip',
});
