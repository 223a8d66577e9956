import { settingsSchemas } from '#contract/settings.ts';
import { NO_PAYMENT_DETAILS } from '#domain/payment-details.ts';
import { DEFAULT_PRICES } from '#domain/prices.ts';
import { DEFAULT_PROMISE } from '#domain/promise.ts';
import { NO_NOTICE, SETTINGS_GROUPS, type Settings } from '#domain/settings.ts';
import { GAP_MM, MARGIN_MM } from '#domain/sheets.ts';
import type { Values } from './variables.ts';

/** Returns the settings that hold until the owner saves others. */
export function defaultSettings(values: Values): Settings {
  return {
    prices: DEFAULT_PRICES,
    delivery: DEFAULT_PROMISE,
    seller: {
      name: values.SHOP_NAME,
      email: values.SHOP_EMAIL,
      whatsapp: values.SHOP_WHATSAPP,
      rut: values.SHOP_RUT,
      address: values.SHOP_ADDRESS,
      senderName: values.MAIL_FROM?.name ?? '',
    },
    payment: NO_PAYMENT_DETAILS,
    notice: NO_NOTICE,
    press: {
      faceMm: values.PIN_FACE_MM,
      cutMm: values.PIN_CUT_MM,
      safeMm: values.PIN_SAFE_MM,
      paper: values.PAPER,
      marginMm: MARGIN_MM.usual,
      gapMm: GAP_MM.usual,
    },
  };
}

/** The variable behind each default, and what it has to be. */
const sources: Readonly<
  Record<string, [variable: keyof Values, rule: (values: Values) => string]>
> = {
  'seller.name': ['SHOP_NAME', () => 'must be a name in one line'],
  'seller.email': ['SHOP_EMAIL', () => 'must be an e-mail address'],
  'seller.whatsapp': ['SHOP_WHATSAPP', () => 'must be a number in one line'],
  'seller.rut': [
    'SHOP_RUT',
    () => 'must be a RUT with its right check digit, such as 76.123.456-0',
  ],
  'seller.address': ['SHOP_ADDRESS', () => 'must be an address in one line'],
  'seller.senderName': ['MAIL_FROM', () => 'must have a name in one line'],
  'press.faceMm': [
    'PIN_FACE_MM',
    ({ PIN_CUT_MM }) => `must be less than PIN_CUT_MM (${PIN_CUT_MM})`,
  ],
  'press.safeMm': [
    'PIN_SAFE_MM',
    ({ PIN_FACE_MM }) => `must be less than PIN_FACE_MM (${PIN_FACE_MM})`,
  ],
};

/**
 * Returns a line for each variable that the settings' own schemas refuse: the panel could neither
 * show it nor save it again.
 */
export function listRefusedDefaults(values: Values): string[] {
  const defaults = defaultSettings(values);
  return SETTINGS_GROUPS.flatMap((group) => {
    const { error } = settingsSchemas[group].safeParse(defaults[group]);
    return (error?.issues ?? []).map((issue) => {
      const setting = [group, ...issue.path].join('.');
      const [variable, rule] = sources[setting] ?? [];
      if (!variable || !rule) throw new Error(`no variable is behind the setting ${setting}`);
      const isTooLong = issue.code === 'too_big' && issue.origin === 'string';
      const line = isTooLong ? `must have at most ${issue.maximum} characters` : rule(values);
      return `${variable}: ${line}`;
    });
  });
}
