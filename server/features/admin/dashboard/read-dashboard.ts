import type { Dashboard } from '#contract/dashboard.ts';
import { dayOf } from '#domain/dates.ts';
import { MAX_IMAGES } from '#domain/images.ts';
import { ORDER_STATUSES } from '#domain/orders.ts';
import type { Context } from '../../../context.ts';
import { countCodes } from '../../discounts/count-codes.ts';
import { dayTallies, sumOf, toStats, totals } from '../../orders/figures.ts';
import { listOrders } from '../../orders/list-orders.ts';
import { countUsers } from '../../people/find-users.ts';
import { dayFigures, readSums } from './figures.ts';

const RECENT = 10;

export async function readDashboard(context: Context): Promise<Omit<Dashboard, 'success'>> {
  const { db, clock } = context;
  const now = clock();
  const today = dayOf(now);
  const all = await totals(db.queries);
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
    today: dayFigures(today, await dayTallies(db.queries, today, today)),
    ...(await readSums(db.queries, all, now)),
    discounts: await countCodes(db.queries, now),
    users: await countUsers(context),
    recentOrders,
  };
}
