import type { OrderedPin } from '#domain/pins/choice.ts';

type Item = Pick<OrderedPin, 'product' | 'finish' | 'text'> & { imageUrl: string };

/** Returns what tells an order's items apart: one picture may come as several pins, even alike. */
export function itemKeys(items: readonly Item[]): string[] {
  const keys = items.map(({ imageUrl, product, finish, text }) =>
    [imageUrl, product.id, finish?.id, text?.value].join(' '),
  );
  return keys.map((key, at) => `${key} ${keys.slice(0, at).filter((one) => one === key).length}`);
}
