import * as z from 'zod/mini';
import { addressAnswer } from './delivery.ts';
import { success } from './fields.ts';
import { defineRoute } from './route.ts';

/** Address of the account's last order; `lastUsed` is ISO 8601 in UTC. */
export const savedAddress = z.object({ ...addressAnswer, lastUsed: z.string() });
export type SavedAddress = z.infer<typeof savedAddress>;

export const oneAddress = success({ address: z.nullable(savedAddress) });

export const readAddress = defineRoute({
  method: 'GET',
  path: '/orders/addresses',
  auth: 'bearer',
  summary: "The account's saved address, or null",
  answer: oneAddress,
});
