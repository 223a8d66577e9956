import type { Values } from './variables.ts';

/** Fintoc's account of the shop; `url` is the origin of its API. */
export type FintocSettings = Readonly<{
  secretKey: string;
  linkToken: string;
  accountId: string;
  /** Signs its notices; null: none is accepted. */
  webhookSecret: string | null;
  url: string;
}>;

const FINTOC_URL = 'https://api.fintoc.com';

/** Returns null without its key. */
export function fintocOf(values: Values): FintocSettings | null {
  const { FINTOC_SECRET_KEY, FINTOC_LINK_TOKEN, FINTOC_ACCOUNT_ID } = values;
  if (!FINTOC_SECRET_KEY || !FINTOC_LINK_TOKEN || !FINTOC_ACCOUNT_ID) return null;
  return {
    ...{ secretKey: FINTOC_SECRET_KEY, linkToken: FINTOC_LINK_TOKEN },
    ...{ accountId: FINTOC_ACCOUNT_ID, webhookSecret: values.FINTOC_WEBHOOK_SECRET ?? null },
    url: new URL(values.FINTOC_URL ?? FINTOC_URL).origin,
  };
}
