import type { PublicConfig } from '#contract/config.ts';
import type { LegalText } from '#domain/legal/document.ts';
import { payment } from '#domain/legal/payment.ts';
import { privacy, type Services } from '#domain/legal/privacy.ts';
import { terms } from '#domain/legal/terms.ts';
import { withdrawal } from '#domain/legal/withdrawal.ts';
import { readPageConfig } from '#web/lib/config.ts';
import type { LegalName } from './legal-name.ts';

/** @returns a legal text as this shop's settings make it */
export function readText(name: LegalName): LegalText {
  const config = readPageConfig(document);
  switch (name) {
    case 'terms':
      return terms(config.shop);
    case 'withdrawal':
      return withdrawal(config.shop);
    case 'payment':
      return payment(config.shop);
    case 'privacy':
      return privacy(config.shop, servicesOf(config));
  }
}

function servicesOf({ maps, auth }: PublicConfig): Services {
  return {
    map:
      maps.provider === 'google'
        ? { kind: 'google' }
        : { kind: 'tiles', host: new URL(maps.tilesUrl.replace('{s}.', '')).host },
    googleAccount: auth.google,
  };
}
