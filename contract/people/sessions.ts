import * as z from 'zod/mini';
import { success } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';

/** An active session of the account; its id is no credential. */
const ownSession = z.object({
  id: z.string(),
  /** ISO 8601 in UTC. */
  startedAt: z.string(),
  /** Browser and system, such as `Chrome · Windows`; null if unknown. */
  device: z.nullable(z.string()),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

const ended = success({ message: z.string() });

export const listSessions = defineRoute('GET', '/auth/sessions', {
  auth: 'bearer',
  summary: "The account's sessions, newest first",
  answer: success({ sessions: z.array(ownSession) }),
});

export const endSession = defineRoute('DELETE', '/auth/sessions/{id}', {
  auth: 'bearer',
  summary: "Ends one of the account's sessions; 404 for any other (passed second factor, if any)",
  answer: ended,
});

export const endOtherSessions = defineRoute('DELETE', '/auth/sessions', {
  auth: 'bearer',
  summary: "Ends all of the account's sessions but the current one (passed second factor, if any)",
  answer: ended,
});
