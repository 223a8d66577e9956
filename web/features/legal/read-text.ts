import type { PublicConfig } from '#contract/config.ts';
import type { LegalText } from '#domain/legal/document.ts';
import { payment } from '#domain/legal/payment.ts';
import { privacy, type Services } from '#domain/legal/privacy.ts';
import { terms } from '#domain/legal/terms.ts';
import { withdrawal } from '#domain/legal/withdrawal.ts';
import { pageConfig } from '#web/lib/config.ts';
import type { LegalName } from './legal-name.ts';

export function readText(name: LegalName): LegalText {
  const config = pageConfig.get();
  const { shop: seller, prices, delivery, termsVersion } = config;
  const offer = { seller, prices, delivery, termsVersion };
  switch (name) {
    case 'terms':
      return terms(offer);
    case 'withdrawal':
      return withdrawal(offer);
    case 'payment':
      return payment(offer);
    case 'privacy':
      return privacy(seller, servicesOf(config));
  }
}

function servicesOf({ maps, auth }: PublicConfig): Services {
  return {
    map:
      maps.provider === 'google'
        ? { kind: 'google' }
        : { kind: 'tiles', host: new URL(maps.tilesUrl.replace('{s}.', '')).host },
    googleAccount: auth.google,
    accounts: auth.provider === 'firebase' ? 'firebase' : 'shop',
  };
}
