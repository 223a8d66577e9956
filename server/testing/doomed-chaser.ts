// A process that sends the payment reminders due at a time, and may be killed meanwhile: `node
// doomed-chaser.ts <milliseconds since 1970>`, with a shop's environment. Only a test starts it.
import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { chaseUnpaid } from '#server/features/payments/unpaid/chase-unpaid.ts';
import { roof } from '#server/start-shop.ts';

const now = Number(process.argv[2]);
const context = await createContext(loadConfig(), roof, { clock: () => now });
await chaseUnpaid(context);
await context.close();
