import * as z from 'zod/mini';
import { success } from './fields.ts';
import { defineRoute } from './route.ts';

/** An active session of the account; its id grants no access. */
const ownSession = z.object({
  id: z.string(),
  /** ISO 8601 in UTC. */
  startedAt: z.string(),
  /** Browser and system, such as `Chrome · Windows`; null when they are not known. */
  device: z.nullable(z.string()),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

const ended = success({ message: z.string() });

export const listSessions = defineRoute({
  method: 'GET',
  path: '/auth/sessions',
  auth: 'bearer',
  summary: 'Where the account is signed in, newest first; null when the provider does not say',
  answer: success({ sessions: z.nullable(z.array(ownSession)) }),
});

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  auth: 'bearer',
  summary: "Ends one of the account's sessions; 404 for any other (passed second factor, if any)",
  answer: ended,
});

export const endOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/auth/sessions',
  auth: 'bearer',
  summary: "Ends all of the account's sessions but the current one (passed second factor, if any)",
  answer: ended,
});
