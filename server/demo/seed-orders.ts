import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { roof } from '#server/start-shop.ts';
import { addOrders } from './add-orders.ts';
import { drawPictures } from './draw-pictures.ts';
import { addPeople } from './seed-accounts.ts';

/**
 * `node server/demo/seed-orders.ts 100000` writes this many orders into the configured shop, to try
 * it at scale. With SQLite the shop must not be running meanwhile.
 */
const count = Number(process.argv[2]);
if (!Number.isSafeInteger(count) || count < 1) throw new Error('how many orders? A whole number');
const context = await createContext(loadConfig(), roof);
try {
  const start = performance.now();
  const [first = '', ...rest] = await drawPictures(context);
  const known = await context.db.queries.selectFrom('people').select(['uid', 'email']).execute();
  const buyers = known.length > 0 ? known : await addPeople(context, 200);
  await addOrders(context, { count, days: 500, uploadIds: [first, ...rest], buyers });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${count} orders in ${seconds} s\n`);
} finally {
  await context.close();
}
