import { SESSION_DAYS } from '#domain/retention.ts';
import type { Context } from '../../../context.ts';

const DAY_MS = 86_400_000;

/** Forgets the passes of sessions that have run out. */
export async function sweepPasses({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db.queries
    .deleteFrom('second_factor_passes')
    .where('passed_at', '<', clock() - SESSION_DAYS * DAY_MS)
    .execute();
}
