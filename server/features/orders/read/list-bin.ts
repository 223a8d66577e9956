import type { BinnedOrder } from '#contract/orders-admin.ts';
import { BIN_DAYS } from '#domain/retention.ts';
import type { Context } from '#server/context.ts';
import { withItems } from '#server/features/orders/repo.ts';
import { cutPage, readCursor } from '#server/http/paging.ts';
import { takeTurn } from '#server/lib/take-turn.ts';
import { presentAdminOrder } from './present-admin-order.ts';
import { fitPictures } from './select-orders.ts';

export const BIN_MS = BIN_DAYS * 86_400_000;

/** A page of the bin, what was deleted last first. */
export async function listBin(
  { db, clock }: Context,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ orders: BinnedOrder[]; nextCursor: string | null }> {
  const after = readCursor(cursor, ['number', 'string']);
  const rows = await db.queries
    .selectFrom('orders')
    .selectAll()
    .where('deleted_at', '>', clock() - BIN_MS)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('deleted_at', 'id'), '<', tuple(Number(after?.[0]), String(after?.[1]))),
      ),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, nextCursor } = cutPage(rows, fitPictures(rows, limit), ({ deleted_at, id }) => [
    deleted_at ?? 0,
    id,
  ]);
  await takeTurn();
  const stored = await withItems(db.queries, page);
  await takeTurn();
  const orders = stored.map((each) => {
    const deletedAt = each.order.deleted_at ?? 0;
    return {
      ...presentAdminOrder(each),
      deletedAt: new Date(deletedAt).toISOString(),
      removedAt: new Date(deletedAt + BIN_MS).toISOString(),
    };
  });
  return { orders, nextCursor };
}
