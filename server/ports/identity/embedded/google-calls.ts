import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ShopError } from '#domain/base/errors.ts';
import { readCookie, setCookie } from '#server/lib/cookies.ts';
import { isOutage } from '#server/lib/outages.ts';
import { answerJson, redirect, refuse, textOf } from '#server/ports/identity/calls.ts';
import type { IdentityCall, IdentityRequest } from '#server/ports/identity/identity.ts';
import { browserOf, sessionCookies } from './cookies.ts';
import {
  createGoogleClient,
  enterByGoogle,
  findGoogleAccount,
  PENDING_S,
  STATE_MISMATCH,
} from './google.ts';
import type { CallParts } from './options.ts';
import { withQuery } from './return-link.ts';

const POPUP_PATH = '/popup';
const COOKIE = 'google';

const DONE = 'Listo. Ya puedes cerrar esta ventana y volver a la tienda.';
const FAILED =
  'No pudimos terminar el inicio de sesión con Google. Cierra esta ventana y vuelve a intentarlo en la tienda.';
/** Messages for browsers that do not let the window close itself. */
const texts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    access_denied: 'No iniciaste sesión. Ya puedes cerrar esta ventana y volver a la tienda.',
    unavailable:
      'La tienda no pudo responder. Cierra esta ventana e intenta de nuevo en unos minutos.',
    too_many_requests:
      'Demasiados intentos seguidos. Cierra esta ventana, espera 5-10 minutos y vuelve a probar.',
    USER_DISABLED:
      'Esta cuenta está deshabilitada. Cierra esta ventana y escríbenos: lo revisamos contigo.',
  }),
);

/**
 * Sign-in with Google: a popup goes to Google and back to a page of ours, which notifies its
 * opener. Every error on the way back ends on that page, which shows it in Spanish.
 */
export async function googleCalls({ options, attempts }: CallParts): Promise<IdentityCall[]> {
  const { db, google, log, publicUrl } = options;
  const client = createGoogleClient(options);
  const popupUrl = () => `${publicUrl()}/api/identity${POPUP_PATH}`;
  const pendingCookie = (value: string, maxAgeS: number) =>
    setCookie(publicUrl(), { name: COOKIE, value, maxAgeS });
  const page = await readFile(join(import.meta.dirname, 'popup.html'), 'utf8');
  const script = await readFile(join(import.meta.dirname, 'popup.js'));

  async function answerStart(request: IdentityRequest): Promise<Response> {
    if (!google || textOf(request, 'provider') !== 'google') {
      return refuse(404, 'PROVIDER_NOT_FOUND');
    }
    await attempts.google.consume(request.ip);
    const { url, cookie } = await client.begin();
    return answerJson(200, { url, redirect: false }, [pendingCookie(cookie, PENDING_S)]);
  }

  async function letIn(request: IdentityRequest): Promise<readonly string[] | string> {
    await attempts.google.consume(request.ip);
    const cookie = readCookie(publicUrl(), request.headers.cookie, COOKIE);
    const { search } = new URL(request.url, publicUrl());
    const person = await client.finish(search, cookie);
    if (typeof person === 'string') return person;
    const found = await findGoogleAccount(db.queries, person);
    const browser = browserOf(options, request);
    const entry = await enterByGoogle(options, { person, found, browser });
    return typeof entry === 'string' ? entry : sessionCookies(options, entry.token);
  }

  async function answerCallback(request: IdentityRequest): Promise<Response> {
    if (!google) throw new ShopError('not_found');
    const used = pendingCookie('', 0);
    const outcome = await letIn(request).catch((error: unknown) => {
      const problem = problemOf(error);
      if (problem === 'internal_error') log.error({ err: error }, 'failed');
      else log.warn({ err: error }, 'google failed');
      return problem;
    });
    // Another tab may have started later, which the cookie is still for.
    const cleared = outcome === STATE_MISMATCH ? [] : [used];
    return typeof outcome === 'string'
      ? redirect(withQuery(popupUrl(), 'error', outcome), cleared)
      : redirect(popupUrl(), [used, ...outcome]);
  }

  async function answerPopup({ query }: IdentityRequest): Promise<Response> {
    const text = query.error === undefined ? DONE : (texts.get(String(query.error)) ?? FAILED);
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(
      page.replace('{text}', () => text),
      { headers },
    );
  }

  return [
    { method: 'POST', path: '/sign-in/social', answer: answerStart },
    { method: 'GET', path: '/callback/google', answer: answerCallback },
    { method: 'GET', path: POPUP_PATH, answer: answerPopup },
    {
      method: 'GET',
      path: `${POPUP_PATH}.js`,
      answer: async () =>
        new Response(script, { headers: { 'content-type': 'text/javascript; charset=utf-8' } }),
    },
  ];
}

/** Returns the error code for the popup's page. */
function problemOf(error: unknown): string {
  if (error instanceof ShopError) return error.code;
  return isOutage(error) ? 'unavailable' : 'internal_error';
}
