import { lookup } from 'node:dns/promises';
import { isLocalHost, isPublicAddress } from '#server/lib/outbound.ts';
import { within } from '#server/lib/within.ts';
import type { Values } from './variables.ts';

/** Where the owner is told that mails fail, and where the newest version is read; null: off. */
export type WatchConfig = Readonly<{
  alertUrl: string | null;
  updatesUrl: string | null;
  /** Whether these may be on this machine or in a private network. */
  mayBeLocal: boolean;
}>;

const WATCH_URLS = ['ALERT_URL', 'UPDATES_URL'] as const;

/**
 * Returns a line for each of these URLs that names this machine or a private network: whoever may
 * set it could otherwise send requests there.
 */
export function listLocalUrls(values: Values): string[] {
  return WATCH_URLS.filter((name) => {
    const url = values[name];
    return url !== undefined && !values.ALERT_URL_LOCAL && isLocalHost(new URL(url));
  }).map(localLine);
}

function localLine(name: (typeof WATCH_URLS)[number]): string {
  return `${name}: apunta a este equipo o a una red privada; si es a propósito, agrega ALERT_URL_LOCAL=on`;
}

const PATIENCE_MS = 3000;

/**
 * Returns a line for each of these URLs whose name leads to this machine or a private network; a
 * name that cannot be resolved now is checked when it is used.
 */
export async function listLocalNames({ watch }: { watch: WatchConfig }): Promise<string[]> {
  if (watch.mayBeLocal) return [];
  const urls = { ALERT_URL: watch.alertUrl, UPDATES_URL: watch.updatesUrl };
  const lines = WATCH_URLS.map(async (name) => {
    const url = urls[name];
    if (url === null) return [];
    const resolve = () => lookup(new URL(url).hostname, { all: true }).catch(() => []);
    const found = (await within(PATIENCE_MS, resolve)) ?? [];
    return found.every(({ address }) => isPublicAddress(address)) ? [] : [localLine(name)];
  });
  return (await Promise.all(lines)).flat();
}
