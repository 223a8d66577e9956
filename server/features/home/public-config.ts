import type { PublicConfig } from '#contract/config.ts';
import { arrivalOf } from '#domain/business-days.ts';
import { dayOf } from '#domain/dates.ts';
import { formatPesos } from '#domain/money.ts';
import { describeArrival, describeDays, shortDays } from '#domain/promise.ts';
import { noticeOn } from '#domain/settings.ts';
import type { Config } from '../../config.ts';
import type { SettingsState } from '../../settings/shop-settings.ts';

/** Returns what the browser may know; `now` in milliseconds since 1970. */
export function publicConfig(
  { auth, maps }: Config,
  { settings, termsVersion }: SettingsState,
  now: number,
): PublicConfig {
  const { seller, press, prices, delivery, notice } = settings;
  const { name, email, whatsapp, rut, address } = seller;
  const { faceMm, cutMm, safeMm } = press;
  const { ordersClosed, closedText } = notice;
  const today = dayOf(now);
  const arrival = arrivalOf(today, delivery);
  return {
    shop: { name, email, whatsapp, rut, address },
    shown: {
      pin: formatPesos(prices.pin),
      shippingChillan: formatPesos(prices.shippingChillan),
      shipping: formatPesos(prices.shipping),
      days: shortDays(delivery),
      daysInWords: describeDays(delivery),
      arrival: describeArrival(arrival),
    },
    arrival,
    press: { faceMm, cutMm, safeMm },
    prices,
    delivery,
    notice: { text: noticeOn(notice, today) ?? '', ordersClosed, closedText },
    termsVersion,
    auth: publicAuth(auth),
    maps:
      maps.provider === 'google'
        ? { ...maps }
        : { provider: maps.provider, tilesUrl: maps.tilesUrl },
  };
}

function publicAuth(auth: Config['auth']): PublicConfig['auth'] {
  if (auth.provider === 'embedded') {
    return { provider: auth.provider, google: auth.google !== null };
  }
  const { projectId, apiKey, authDomain, emulatorUrl } = auth.firebase;
  return { provider: auth.provider, google: true, projectId, apiKey, authDomain, emulatorUrl };
}
