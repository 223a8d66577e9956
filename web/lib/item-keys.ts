import type { OrderedPin } from '#domain/pins/choice.ts';

type Item = Pick<OrderedPin, 'product' | 'finish' | 'text'> & { imageUrl: string };

/** Returns unique keys for an order's items: a picture may be several pins, even equal ones. */
export function itemKeys(items: readonly Item[]): string[] {
  const keys = items.map(({ imageUrl, product, finish, text }) =>
    [imageUrl, product.id, finish?.id, text?.value].join(' '),
  );
  return keys.map((key, at) => `${key} ${keys.slice(0, at).filter((one) => one === key).length}`);
}
