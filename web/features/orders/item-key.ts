import type { OrderedPin } from '#domain/pins/choice.ts';

type Item = Pick<OrderedPin, 'product' | 'finish'> & { imageUrl: string };

/** Returns what tells an order's items apart: one picture may come as several pins. */
export function itemKey({ imageUrl, product, finish }: Item): string {
  return [imageUrl, product.id, finish?.id].join(' ');
}
