import * as z from 'zod/mini';

export const paymentDetails = z.object({
  bank: z.string(),
  accountType: z.string(),
  account: z.string(),
  holder: z.string(),
  rut: z.string(),
  email: z.string(),
  words: z.string(),
});

/** What is asked for before the order is made, in pesos; the balance, before it leaves. */
export const deposit = z.object({ amount: z.number(), isPaid: z.boolean() });

/** A buyer's proof of transfer. */
export const receipt = z.object({
  /** ISO 8601 in UTC. */
  receivedAt: z.string(),
  type: z.string(),
  /** Size of the file, in bytes. */
  bytes: z.number(),
});
export type Receipt = z.infer<typeof receipt>;
