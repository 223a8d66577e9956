import type { PublicConfig } from '#contract/config.ts';
import { formatPesos } from '#domain/money.ts';
import type { Pin } from '#domain/pins/pin.ts';
import { offeredPins } from '#domain/pins/products.ts';
import type { ShippingPrices } from '#domain/prices.ts';
import { shortDays } from '#domain/promise.ts';

export type Site = {
  shop: PublicConfig['shop'];
  pin: Pin;
  shipping: ShippingPrices;
  delivery: PublicConfig['delivery'];
  /** The home page's URL; null until it is configured. */
  home: string | null;
  /** The origin of its files. */
  assets: string;
  description: string;
};

type Known = Pick<PublicConfig, 'shop' | 'prices' | 'press' | 'delivery'>;

/** @param where.origin PUBLIC_URL, or the address it listens on; `publicUrl` is null without one */
export function describeSite(
  { shop, prices, press, delivery }: Known,
  { origin, publicUrl }: { origin: string; publicUrl: string | null },
): Site {
  const [pin] = offeredPins({ prices, press });
  return {
    ...{ shop, pin, shipping: prices, delivery },
    home: publicUrl === null ? null : `${publicUrl}/`,
    assets: origin,
    description:
      `Convierte tus imágenes en pines personalizados: ${formatPesos(pin.price.pin)} cada uno, ` +
      `sin mínimo, listos en ${shortDays(delivery)} días hábiles y con despacho a todo Chile.`,
  };
}
