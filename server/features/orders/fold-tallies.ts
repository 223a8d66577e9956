import { dayOf } from '#domain/dates.ts';
import { weekPartOf } from '#domain/periods.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/types.ts';
import { addSums, mergeSums } from './tallies.ts';

const DAY_MS = 86_400_000;
/** Sums written by one statement. */
const BATCH = 500;

/**
 * Folds the slots of each sum of weeks and months that are over into one: whoever adds a year up
 * reads a row for each sum and not one for each connection that ever added to it. Orders that
 * change meanwhile wait, or add to a slot of their own again.
 * @returns how many periods were folded
 */
export async function foldTallies({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const spread = await db.queries
    .selectFrom('order_tallies')
    .select('period')
    .distinct()
    .where('slot', '<>', 0)
    .where('period', '<>', '')
    .execute();
  if (spread.length === 0) return 0;
  const current = weekPartOf(dayOf(clock() - DAY_MS));
  const over = spread.filter(
    ({ period }) => period < current && period !== current.slice(0, 'yyyy-mm'.length),
  );
  for (const { period } of over) await db.transaction((tx) => foldPeriod(tx, period));
  return over.length;
}

async function foldPeriod(tx: Tx, period: string): Promise<void> {
  const taken = await tx
    .deleteFrom('order_tallies')
    .where('period', '=', period)
    .where('slot', '<>', 0)
    .returningAll()
    .execute();
  const sums = mergeSums(taken);
  for (let at = 0; at < sums.length; at += BATCH) {
    const rows = sums.slice(at, at + BATCH).map((sum) => ({ ...sum, slot: 0 }));
    await addSums(tx, rows).execute();
  }
}
