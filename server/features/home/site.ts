import { DELIVERY_DAYS } from '#domain/delivery.ts';
import { formatPesos } from '#domain/money.ts';
import { PRICE_PER_PIN } from '#domain/pricing.ts';
import type { Config } from '../../config.ts';

/** What the site tells those who find it or pass it on. */
export type Site = {
  shop: Config['shop'];
  /** The home page's address; null while nobody has said under which name the world knows it. */
  home: string | null;
  /** The origin under which its files are found. */
  assets: string;
  description: string;
};

/** @param origin where it listens, or PUBLIC_URL */
export function describeSite({ shop, publicUrl }: Config, origin: string): Site {
  return {
    shop,
    home: publicUrl === null ? null : `${publicUrl}/`,
    assets: origin,
    description:
      `Convierte tus imágenes en pines personalizados: ${formatPesos(PRICE_PER_PIN)} cada uno, ` +
      `sin mínimo, listos en ${DELIVERY_DAYS.min}-${DELIVERY_DAYS.max} días hábiles y con despacho a todo Chile.`,
  };
}
