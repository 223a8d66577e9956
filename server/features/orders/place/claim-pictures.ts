import type { CompiledQuery } from 'kysely';
import type { CreateOrderBody } from '#contract/orders.ts';
import type { Owner } from '#domain/buyer.ts';
import type { Crop } from '#domain/crops.ts';
import { ShopError } from '#domain/errors.ts';
import type { Tx } from '../../../db/types.ts';
import { knownUploads, startsOf, type TakenUpload, takeUpload } from '../../uploads/repo.ts';
import { pictureId } from '../../uploads/urls.ts';

/** A picture that an order has taken, and the crop it starts with. */
export type ClaimedPicture = { id: string; start: Crop | null };

type Images = CreateOrderBody['images'];
type Claim = { at: number; owner: Owner; holding: { key: string; orderId: string } | null };

/** Makes what takes the pictures of orders, each for one of them. */
export function askForPictures(tx: Tx, images: Images, claim: Claim): CompiledQuery<TakenUpload>[] {
  const ids = [...new Set(idsOf(images))].sort();
  return ids.map((id) => takeUpload(tx, { id, ...claim }));
}

/** Returns the pictures that are ours by their names. */
export function idsOf(images: Images): string[] {
  return images.flatMap(({ imageUrl }) => pictureId(imageUrl) ?? []);
}

/**
 * Checks that an order has got all its pictures.
 * @param taken what `askForPictures` was answered with
 * @returns the pictures, in the order in which they were sent
 * @throws ShopError `image_not_found` or `image_already_ordered`, with each picture's path
 */
export async function checkPictures(
  tx: Tx,
  images: Images,
  taken: readonly TakenUpload[],
): Promise<ClaimedPicture[]> {
  const ids = images.map(({ imageUrl }) => pictureId(imageUrl));
  const ours = ids.filter((id) => id !== null);
  const claimed = startsOf(taken);
  const pictures = ours.map((id) => ({ id, start: claimed.get(id) ?? null }));
  if (claimed.size === images.length) return pictures;

  const known = ours.length > 0 ? await knownUploads(tx, ours) : new Set<string>();
  refuse('image_not_found', ids, (id) => id === null || !known.has(id));
  refuse('image_already_ordered', ids, (id, at) => !claimed.has(id ?? '') || ids.indexOf(id) < at);
  return pictures;
}

function refuse(
  code: 'image_not_found' | 'image_already_ordered',
  ids: readonly (string | null)[],
  isWrong: (id: string | null, position: number) => boolean,
): void {
  const wrong = ids.flatMap((id, at) => (isWrong(id, at) ? [at] : []));
  if (wrong.length === 0) return;
  const text = {
    image_not_found: 'Esta imagen ya no está disponible',
    image_already_ordered: 'Esta imagen ya es parte de un pedido',
  };
  throw new ShopError(code, {
    fields: Object.fromEntries(wrong.map((at) => [`images.${at}.imageUrl`, text[code]])),
  });
}
