import { ownerOf } from '#domain/buyer.ts';
import type { Context } from '../../../context.ts';
import { Questions } from '../../../db/questions.ts';
import type { Tx } from '../../../db/types.ts';
import type { SettingsState } from '../../../settings/shop-settings.ts';
import type { TakenUpload } from '../../uploads/repo.ts';
import { claimKeys, type KeyClaim } from '../repo.ts';
import { askForPictures, idsOf } from './claim-pictures.ts';
import { askHasOrdered } from './has-ordered.ts';
import type { OrderRequest } from './order-request.ts';
import { askForFlood } from './refuse-flood.ts';

export type Attempt = { request: OrderRequest; id: string; claim: KeyClaim | null };

/** An attempt, and what the database says to it. */
export type Asked = Attempt & {
  offer: SettingsState;
  /** Its key is another order's. */
  isRepeated: boolean;
  isReturning: boolean;
  /** The order that makes it one too many. */
  recent: { created_at: number }[];
  /** Its pictures, as far as it got them. */
  taken: TakenUpload[];
};

/**
 * Takes the keys and then the pictures of orders, and asks what else they depend on, all at once.
 * Several orders get pictures that nobody has ordered, and no others; one that two of them want goes
 * to the first.
 */
export async function askForOrders(
  context: Context,
  tx: Tx,
  attempts: readonly Attempt[],
  now: number,
): Promise<Asked[]> {
  const questions = new Questions();
  const claims = attempts.flatMap(({ claim }) => claim ?? []);
  const images = attempts.flatMap(({ request }) => request.body.images);
  const alone = attempts.length === 1 ? attempts[0] : undefined;
  const owner = ownerOf(alone?.request.buyer ?? null);
  const holding = alone?.claim ?? null;
  const keys = questions.add(claims.length === 0 ? null : claimKeys(tx, claims));
  const takes = askForPictures(tx, images, { at: now, owner, holding });
  const taken = takes.map((take) => questions.add(take));
  const saved = questions.add(context.settings.ask(tx));
  const each = attempts.map((attempt) => ({
    attempt,
    earlier: questions.add(askHasOrdered(tx, attempt.request)),
    recent: questions.add(askForFlood(context, tx, attempt.request, now)),
  }));
  await questions.ask(context.db, tx);

  const offer = context.settings.answer(saved());
  const claimed = new Set(keys().map(({ order_id }) => order_id));
  const pictures = new Map(taken.flatMap((rows) => rows()).map((row) => [row.id, row]));
  return each.map(({ attempt, earlier, recent }) => ({
    ...attempt,
    offer,
    isRepeated: attempt.claim !== null && !claimed.has(attempt.id),
    isReturning: earlier()[0]?.found === 1,
    recent: recent(),
    taken: takeOwn(pictures, attempt),
  }));
}

function takeOwn(pictures: Map<string, TakenUpload>, { request }: Attempt): TakenUpload[] {
  return [...new Set(idsOf(request.body.images))].flatMap((id) => {
    const picture = pictures.get(id);
    pictures.delete(id);
    return picture ?? [];
  });
}
