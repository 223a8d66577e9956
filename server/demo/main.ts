import type { Insertable } from 'kysely';
import { DAY_MS } from '#domain/base/dates.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { Product } from '#domain/pins/products.ts';
import { loadConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { Schema } from '#server/db/types.ts';
import { changeStatus, deleteOrder } from '#server/features/orders/set-status.ts';
import { insertSave } from '#server/settings/repo.ts';
import { runShop } from '#server/start-shop.ts';
import { addOrders } from './add-orders.ts';
import { drawPictures } from './draw-pictures.ts';
import { addPeople, seedAccounts } from './seed-accounts.ts';

const more: Product[] = [
  {
    id: '32-mm',
    name: '32 mm',
    press: { face: 32, cut: 43, safe: 27 },
    price: 1200,
    steps: [{ from: 20, price: 990 }],
    finishes: [
      { id: 'alfiler', name: 'Alfiler', extra: 0 },
      { id: 'iman', name: 'Imán', extra: 300 },
    ],
    retired: false,
  },
  {
    id: '58-mm-espejo',
    name: '58 mm espejo',
    press: { face: 58, cut: 70, safe: 51 },
    price: 2500,
    steps: [],
    finishes: [],
    retired: false,
  },
];

/** Saves two products in addition to the default one. @param by the admin's uid */
export async function seedProducts({ db, clock, settings }: Context, by: string): Promise<void> {
  const [first] = settings.defaults.products.products;
  const products = first ? [first, ...more] : more;
  await db.transaction(async (tx) => {
    const saved_values = JSON.stringify({ products });
    const save = { group_name: 'products', version: 1, saved_values } as const;
    await insertSave(tx, { ...save, saved_at: clock(), saved_by: by });
  });
}

type DemoCode = Omit<Insertable<Schema['discount_codes']>, 'created_at'>;

type Condition = Partial<DemoCode>;

/** @param value percent or pesos */
function demoCode(
  type: DemoCode['type'],
  value: number,
  [code, name]: [code: string, name: string],
  conditions: Condition = {},
): DemoCode {
  const usable = { multiple_use: 1, once_per_buyer: 0, current_uses: 0, is_active: 1 } as const;
  const open = { max_uses: null, expires_at: null };
  return { code, name, type, value_hundredths: value * 100, ...usable, ...open, ...conditions };
}

function demoCodes(now: number): DemoCode[] {
  const inDays = (days: number) => now + days * DAY_MS;
  return [
    demoCode('percentage', 10, ['BIENVENIDA10', 'Diez por ciento']),
    demoCode('fixed', 2000, ['MENOS2000', 'Dos mil pesos menos']),
    demoCode('percentage', 100, ['GRATIS', 'Pines de regalo']),
    demoCode('percentage', 20, ['QUEDAN2', 'Quedan dos usos'], { max_uses: 50 }),
    demoCode('percentage', 25, ['UNAVEZ', 'Un solo uso'], { multiple_use: 0 }),
    demoCode('percentage', 15, ['ESTASEMANA', 'Vence en siete días'], { expires_at: inDays(7) }),
    demoCode('percentage', 30, ['VENCIDO', 'Venció ayer'], { expires_at: inDays(-1) }),
    demoCode('percentage', 50, ['AGOTADO', 'Sin usos disponibles'], { max_uses: 10 }),
    demoCode(
      'free_shipping',
      0,
      ['ENVIOGRATIS', 'Envío gratis desde $10.000, una vez por persona'],
      { once_per_buyer: 1, min_order_total: 10_000 },
    ),
    demoCode('percentage', 20, ['PRONTO', 'Empieza en tres días'], {
      starts_at: inDays(3),
      expires_at: inDays(10),
    }),
    demoCode('fixed', 1000, ['PAUSADO', 'Desactivado'], { is_active: 0 }),
  ];
}

export async function seedCodes({ db, clock }: Context): Promise<DemoCode[]> {
  const codes = demoCodes(clock());
  await db.queries
    .insertInto('discount_codes')
    .values(codes.map((code) => ({ ...code, created_at: clock() })))
    .execute();
  return codes;
}

/** How many orders have each of these codes. */
const carried: Readonly<Record<string, number>> = {
  AGOTADO: 10,
  QUEDAN2: 48,
  BIENVENIDA10: 60,
  VENCIDO: 12,
};

type Code = Pick<
  Insertable<Schema['discount_codes']>,
  'code' | 'name' | 'type' | 'value_hundredths'
>;

/** Returns the discount of an order by its number: first all orders of one code, then the next. */
export function codeOfOrder(codes: readonly Code[]): (number: number) => Discount | null {
  const all = Object.entries(carried).flatMap(([wanted, count]) => {
    const found = codes.find(({ code }) => code === wanted);
    return found ? Array<Discount>(count).fill(toDiscount(found)) : [];
  });
  return (number) => all[number] ?? null;
}

function toDiscount({ code, name, type, value_hundredths }: Code): Discount {
  return { code, name, type, value: value_hundredths / 100 };
}

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

/** Changes some orders as an admin would: they get a history, mails, and some are deleted. */
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
