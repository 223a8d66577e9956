// A process that reminds the buyers of unpaid orders at a time, and may be killed in the middle of it:
// `node doomed-chaser.ts <milliseconds since 1970>`, with the environment of a shop. Only a test starts it.
import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { chaseUnpaid } from '#server/features/orders/unpaid/chase-unpaid.ts';
import { openIdentity } from '#server/start-shop.ts';

const now = Number(process.argv[2]);
const context = await createContext(loadConfig(), openIdentity, { clock: () => now });
await chaseUnpaid(context);
await context.close();
