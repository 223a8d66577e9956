import { NO_PAYMENT_DETAILS } from '#domain/payment-details.ts';
import { DEFAULT_PRICES } from '#domain/prices.ts';
import { DEFAULT_PROMISE } from '#domain/promise.ts';
import { NO_NOTICE, type Settings } from '#domain/settings.ts';
import { GAP_MM, MARGIN_MM } from '#domain/sheets.ts';
import type { Config } from '../config.ts';

/** @returns what the shop was started with: what holds until the owner saves something else */
export function defaultSettings({ shop, press, paper, mail }: Config): Settings {
  return {
    prices: DEFAULT_PRICES,
    delivery: DEFAULT_PROMISE,
    seller: { ...shop, senderName: mail.from.name },
    payment: NO_PAYMENT_DETAILS,
    notice: NO_NOTICE,
    press: { ...press, paper, marginMm: MARGIN_MM.usual, gapMm: GAP_MM.usual },
  };
}
