import type { OrderStatus } from '#domain/orders.ts';
import { loadConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { deleteOrder } from '#server/features/orders/change/bin.ts';
import { changeStatus } from '#server/features/orders/change/edit-order.ts';
import { runShop } from '#server/start-shop.ts';
import { addOrders } from './add-orders.ts';
import { drawPictures } from './draw-pictures.ts';
import { codeOfOrder, seedCodes, seedProducts } from './seed.ts';
import { addPeople, seedAccounts } from './seed-accounts.ts';

const ORDERS = 400;
const DAYS = 90;

const steps: readonly { status: OrderStatus; reason: string | null }[] = [
  { status: 'processing', reason: 'Pago recibido, va a la prensa' },
  { status: 'completed', reason: null },
  { status: 'cancelled', reason: 'El comprador se arrepintió' },
  { status: 'pending', reason: 'Se canceló por error' },
];

await runShop(loadConfig, async (shop) => {
  const { context } = shop;
  const codes = await seedCodes(context);
  const accounts = await seedAccounts(shop);
  const admin = accounts.find(({ role }) => role === 'admin')?.uid ?? '';
  await seedProducts(context, admin);
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
  await handleSome(context, admin);
  const lines = [
    'Accounts:',
    ...accounts.map(({ email, password, role }) => `  ${email.padEnd(16)} ${password}  (${role})`),
    `Discount codes, beside ${ORDERS} orders:`,
    ...codes.map(({ code, name }) => `  ${code.padEnd(14)} ${name}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
});

/** The admin's work of a morning: orders with a history, mails to their buyers, and a full bin. */
async function handleSome(context: Context, by: string): Promise<void> {
  const latest = await context.db.queries
    .selectFrom('orders')
    .select('id')
    .where('discount_code', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(8)
    .execute();
  for (const [at, { id }] of latest.entries()) {
    const target = { id, by, version: null };
    for (const change of steps.slice(0, at % (steps.length + 1))) {
      await changeStatus(context, target, change);
    }
    if (at > 5) await deleteOrder(context, target);
  }
}
