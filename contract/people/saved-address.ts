import * as z from 'zod/mini';
import { success } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';
import { addressAnswer } from '#contract/delivery/delivery.ts';

/** Address of the account's last order; `lastUsed` is ISO 8601 in UTC. */
export const savedAddress = z.object({ ...addressAnswer, lastUsed: z.string() });
export type SavedAddress = z.infer<typeof savedAddress>;

export const oneAddress = success({ address: z.nullable(savedAddress) });

export const readAddress = defineRoute('GET', '/orders/addresses', {
  auth: 'bearer',
  summary: "The account's saved address, or null",
  answer: oneAddress,
});
