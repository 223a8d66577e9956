import { type APIRequestContext, expect, request } from '@playwright/test';
import { callAs, placeOrder } from '../support/admin.ts';
import type { Shop } from '../support/server.ts';
import { drawFiles } from './motifs.ts';

/** Who walks: the customer and the admin are those of the demo shop. */
export type Who = 'guest' | 'customer' | 'admin';

export type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;

const accounts = {
  customer: { email: 'cliente@demo.cl', password: 'cliente demo 2026' },
  admin: { email: 'admin@demo.cl', password: 'admin demo 2026' },
} as const;

/** Signs in over the wire; the customer orders something, so that there is a saved address. */
async function openSession(shop: Shop, who: keyof typeof accounts): Promise<Session> {
  const { url: baseURL } = shop;
  const http = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
  const answer = await http.post('/api/identity/sign-in/email', { data: accounts[who] });
  expect(answer.ok()).toBe(true);
  if (who === 'customer') {
    const coordinates = { lat: -36.6066, lng: -72.1034 };
    const name = 'María José Ñanculef';
    const by = callAs(http);
    await placeOrder(shop, { by, name, coordinates, files: await drawFiles(9) });
  }
  const session = await http.storageState();
  await http.dispose();
  return session;
}

export async function openSessions(shop: Shop): Promise<Record<Who, Session>> {
  const customer = await openSession(shop, 'customer');
  const admin = await openSession(shop, 'admin');
  return { guest: { cookies: [], origins: [] }, customer, admin };
}
