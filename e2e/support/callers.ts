import { type APIRequestContext, request } from '@playwright/test';
import { PASSWORD } from './accounts.ts';
import { VERIFY, waitForLink } from './mail.ts';
import { type Shop, startShop } from './server.ts';

export const ADMIN = 'jefa@pines-prueba.cl';
/** The session of nobody. */
export const GUEST: StorageState = { cookies: [], origins: [] };

/** An API client with its own session. */
export type Caller = {
  http: APIRequestContext;
  /** Sends a request below `/api` with a fresh token. @returns the parsed body */
  call: (method: string, path: string, data?: object) => Promise<Record<string, unknown>>;
  /** Returns a file below `/api`. */
  download: (path: string) => Promise<Uint8Array>;
};

/** A shop, its admin, and the session with which their browser starts. */
export type AdminShop = Shop & { admin: Caller; session: StorageState };
type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>;

/** Starts a shop of its own for a journey that needs other variables. */
export const startAdminShop = async (env: Record<string, string> = {}): Promise<AdminShop> =>
  openAdmin(await startShop({ ADMIN_EMAILS: ADMIN, ...env }));

/** Opens the admin's account in a shop whose ADMIN_EMAILS has it. */
export async function openAdmin(shop: Shop): Promise<AdminShop> {
  const admin = await openAccount(shop, ADMIN);
  return { ...shop, admin, session: await admin.http.storageState() };
}

/** Returns a client without a session: signing up in the journey's browser would end its own. */
const newClient = ({ url }: Shop) =>
  request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url }, storageState: GUEST });

/** Creates an account by requests and verifies its e-mail. */
export async function openAccount(shop: Shop, email: string): Promise<Caller> {
  const http = await newClient(shop);
  const data = { name: '', email, password: PASSWORD };
  await http.post('/api/identity/sign-up/email', { data });
  await http.post('/api/identity/send-verification-email', { data: {} });
  await http.get(await waitForLink(shop, email, { part: VERIFY }));
  return callAs(http);
}

/** Returns a client with this session's user. */
export function callAs(http: APIRequestContext): Caller {
  const ask = async (method: string, path: string, body?: object) => {
    const { token } = await (await http.get('/api/identity/token')).json();
    return http.fetch(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body ? { data: body } : {}),
    });
  };
  return {
    http,
    call: async (method, path, body) => (await ask(method, path, body)).json(),
    download: async (path) => (await ask('GET', path)).body(),
  };
}

/** Returns another session of the admin, for a journey whose sign-in ends its old one. */
export async function openSession(shop: Shop): Promise<StorageState> {
  const http = await newClient(shop);
  await http.post('/api/identity/sign-in/email', { data: { email: ADMIN, password: PASSWORD } });
  return http.storageState();
}
