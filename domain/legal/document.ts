import { formatLongDay } from '../dates.ts';
import type { OfferedPins } from '../pins/pin.ts';
import type { ShippingPrices } from '../prices.ts';
import type { DeliveryTerms } from '../promise.ts';
import type { OfferedWays } from '../ways.ts';

/** Who sells. Empty texts are not set. */
export type Seller = {
  name: string;
  email: string;
  whatsapp: string;
  rut: string;
  address: string;
};

/** What a buyer agrees to by ordering, as the shop's settings make it. */
export type Offer = {
  seller: Seller;
  pins: OfferedPins;
  shipping: ShippingPrices;
  delivery: DeliveryTerms;
  /** The ways beside the one to the door; left out where there is none. */
  ways?: OfferedWays | undefined;
  /** The name of who takes payments online, such as `Webpay`; null: nobody does. */
  paysBy: string | null;
  /** Names it; see `TERMS_VERSION`. */
  termsVersion: string;
};

export type LegalItem = string | { name: string; text: string };
/** A paragraph, or a list. */
export type LegalBlock = string | readonly LegalItem[];
type LegalSection = { title: string; blocks: readonly LegalBlock[] };

export type LegalText = {
  title: string;
  /** The day it came into force, such as `2026-11-21`; `2026-12-01.3` is the third of its kind. */
  version: string;
  intro: string;
  sections: readonly LegalSection[];
};

/** @returns for example `Versión del 21 de noviembre de 2026`, or with `, n.º 3` behind it */
export function nameVersion(version: string): string {
  const [day = '', count = ''] = version.split('.');
  const [number = ''] = count.split('-');
  return `Versión del ${formatLongDay(day)}${Number(number) > 0 ? `, n.º ${number}` : ''}`;
}

/** @returns the seller in one line: name, RUT and address, as far as they are set */
export function nameSeller({ name, rut, address }: Seller): string {
  return [name, rut && `RUT ${rut}`, address].filter(Boolean).join(', ');
}

/** @returns a sentence without its full stop: how a buyer reaches the seller */
export function reachSeller({ email, whatsapp, address }: Seller): string {
  const ways = [email && `a ${email}`, whatsapp && `por WhatsApp al ${whatsapp}`].filter(Boolean);
  if (ways.length > 0) return `Escríbenos ${ways.join(' o ')}`;
  return `Dínoslo cuando te contactemos por tu pedido${address && `, o en nuestra dirección (${address})`}`;
}
