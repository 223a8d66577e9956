import { loadConfig } from '../config.ts';
import { runShop } from '../run-shop.ts';
import { addOrders } from './add-orders.ts';
import { codeOfOrder } from './code-of-order.ts';
import { drawPictures } from './draw-pictures.ts';
import { handleSome } from './handle-some.ts';
import { addPeople, seedAccounts } from './seed-accounts.ts';
import { seedCodes } from './seed-codes.ts';

const ORDERS = 400;
const DAYS = 90;

await runShop(loadConfig, async (shop) => {
  const { context } = shop;
  const codes = await seedCodes(context);
  const accounts = await seedAccounts(shop);
  const people = await addPeople(context, 24);
  const customers = accounts.filter(({ role }) => role === 'user');
  const [first = '', ...rest] = await drawPictures(context);
  await addOrders(context, {
    count: ORDERS,
    days: DAYS,
    uploadIds: [first, ...rest],
    buyers: [...customers, ...customers, ...people],
    discountOf: codeOfOrder(codes),
  });
  await handleSome(context, accounts);
  const lines = [
    'Accounts:',
    ...accounts.map(({ email, password, role }) => `  ${email.padEnd(16)} ${password}  (${role})`),
    `Discount codes, beside ${ORDERS} orders:`,
    ...codes.map(({ code, name }) => `  ${code.padEnd(14)} ${name}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
});
