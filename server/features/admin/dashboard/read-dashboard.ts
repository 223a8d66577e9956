import type { Dashboard } from '#contract/dashboard.ts';
import { dayOf } from '#domain/dates.ts';
import { MAX_IMAGES } from '#domain/images.ts';
import { ORDER_STATUSES } from '#domain/orders.ts';
import type { Context } from '../../../context.ts';
import { countCodes } from '../../discounts/count-codes.ts';
import { readDays, readTotals, sumOf, toStats } from '../../orders/figures.ts';
import { listOrders } from '../../orders/list-orders.ts';
import { countUsers } from '../../people/find-users.ts';
import { dayFigures, readSums } from './figures.ts';

const RECENT = 10;

export async function readDashboard(context: Context): Promise<Omit<Dashboard, 'success'>> {
  const { db, clock } = context;
  const now = clock();
  const today = dayOf(now);
  const { all, ofToday, sums } = await db.readSnapshot(async (tx) => {
    const all = await readTotals(tx, now);
    return { all, ofToday: await readDays(tx, now, today), sums: await readSums(tx, all, now) };
  });
  const { orders: recentOrders } = await listOrders(
    db,
    {},
    {
      limit: RECENT,
      maxPictures: RECENT * MAX_IMAGES,
    },
  );
  return {
    stats: toStats(all),
    statuses: Object.fromEntries(
      ORDER_STATUSES.map((each) => [each, sumOf(all, ({ status }) => status === each).orders]),
    ),
    today: dayFigures(today, ofToday),
    ...sums,
    discounts: await countCodes(db.queries, now),
    users: await countUsers(context),
    recentOrders,
  };
}
