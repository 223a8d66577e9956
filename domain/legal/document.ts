import { formatLongDay } from '#domain/base/dates.ts';
import type { DeliveryTerms } from '#domain/delivery/promise.ts';
import type { OfferedWays } from '#domain/delivery/ways.ts';
import type { ShippingPrices } from '#domain/orders/prices.ts';
import type { DepositRule } from '#domain/payments/deposit.ts';
import type { OfferedPins } from '../pins/pin.ts';

/** The seller. Empty texts are not set. */
export type Seller = {
  name: string;
  email: string;
  whatsapp: string;
  rut: string;
  address: string;
};

/** The terms of sale that follow from the shop's settings. */
export type Offer = {
  seller: Seller;
  pins: OfferedPins;
  shipping: ShippingPrices;
  delivery: DeliveryTerms;
  /** The ways other than home delivery; omitted if there are none. */
  ways?: OfferedWays | undefined;
  /** The name of the payment provider, such as `Webpay`; null: no online payments. */
  paysBy: string | null;
  deposit: DepositRule;
  /** Its version; see `TERMS_VERSION`. */
  termsVersion: string;
};

export type LegalItem = string | { name: string; text: string };
/** A paragraph, or a list. */
export type LegalBlock = string | readonly LegalItem[];
type LegalSection = { title: string; blocks: readonly LegalBlock[] };

export type LegalText = {
  title: string;
  /** The day it came into force, such as `2026-11-21`; `.3` after it counts settings changes. */
  version: string;
  intro: string;
  sections: readonly LegalSection[];
};

/** Returns for example `Versión del 21 de noviembre de 2026`, followed by `, n.º 3` if numbered. */
export function nameVersion(version: string): string {
  const [day = '', count = ''] = version.split('.');
  const [number = ''] = count.split('-');
  return `Versión del ${formatLongDay(day)}${Number(number) > 0 ? `, n.º ${number}` : ''}`;
}

/** Returns the seller in one line: name, RUT and address, as far as they are set. */
export function nameSeller({ name, rut, address }: Seller): string {
  return [name, rut && `RUT ${rut}`, address].filter(Boolean).join(', ');
}

/** Returns how to contact the seller, as a sentence without its full stop. */
export function reachSeller({ email, whatsapp, address }: Seller): string {
  const ways = [email && `a ${email}`, whatsapp && `por WhatsApp al ${whatsapp}`].filter(Boolean);
  if (ways.length > 0) return `Escríbenos ${ways.join(' o ')}`;
  return `Dínoslo cuando te contactemos por tu pedido${address && `, o en nuestra dirección (${address})`}`;
}
