import type { Values } from './variables.ts';

/** The provider of online payments. `url` is the origin of its API. */
export type PaymentSettings = Readonly<
  | { provider: 'webpay'; commerceCode: string; apiKey: string; url: string }
  | { provider: 'mercadopago'; accessToken: string; webhookSecret: string; url: string }
>;

const WEBPAY_URL = 'https://webpay3g.transbank.cl';
export const MERCADOPAGO_URL = 'https://api.mercadopago.com';

/** Returns null with `PAYMENTS=off`. */
export function paymentsOf(values: Values): PaymentSettings | null {
  const { WEBPAY_COMMERCE_CODE: commerceCode, WEBPAY_API_KEY: apiKey } = values;
  if (values.PAYMENTS === 'webpay' && commerceCode && apiKey) {
    const url = new URL(values.WEBPAY_URL ?? WEBPAY_URL).origin;
    return { provider: 'webpay', commerceCode, apiKey, url };
  }
  const { MERCADOPAGO_ACCESS_TOKEN: accessToken, MERCADOPAGO_WEBHOOK_SECRET } = values;
  if (values.PAYMENTS === 'mercadopago' && accessToken && MERCADOPAGO_WEBHOOK_SECRET) {
    const url = new URL(values.MERCADOPAGO_URL ?? MERCADOPAGO_URL).origin;
    const webhookSecret = MERCADOPAGO_WEBHOOK_SECRET;
    return { provider: 'mercadopago', accessToken, webhookSecret, url };
  }
  return null;
}

/** The variables that each provider requires, and the one with the origin of its API. */
const variablesOf = {
  webpay: { required: ['WEBPAY_COMMERCE_CODE', 'WEBPAY_API_KEY'], url: 'WEBPAY_URL' },
  mercadopago: {
    required: ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_WEBHOOK_SECRET'],
    url: 'MERCADOPAGO_URL',
  },
} as const;

/** Returns each rule of the configured provider: whether it is broken, and its error message. */
export function paymentRules(values: Values): [isBroken: boolean, line: string][] {
  if (values.PAYMENTS === 'off') return [];
  const { required, url } = variablesOf[values.PAYMENTS];
  const origin = values[url];
  return [
    ...required.flatMap((name): [boolean, string][] => [
      [values[name] === undefined, `${name}: is required with PAYMENTS=${values.PAYMENTS}`],
      [
        !HEADER_VALUE.test(values[name] ?? ''),
        `${name}: must be letters, digits and signs in one line, as the provider shows it`,
      ],
    ]),
    [
      origin === undefined && values.PUBLIC_URL === undefined,
      `PUBLIC_URL: is required with PAYMENTS=${values.PAYMENTS}, which sends buyers back there`,
    ],
    [
      origin !== undefined && !isOrigin(origin),
      `${url}: must be an origin without a path, such as ${values.PAYMENTS === 'webpay' ? WEBPAY_URL : MERCADOPAGO_URL}`,
    ],
  ];
}

/** A character pasted with a key by mistake fails at the start, not at each payment. */
const HEADER_VALUE = /^[ -~]*$/;

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  return /^https?:$/.test(protocol) && `${pathname}${search}${hash}${username}` === '/';
}
