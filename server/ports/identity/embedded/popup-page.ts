import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IdentityCall } from '../identity.ts';

export const POPUP_PATH = '/popup';

const DONE = 'Listo. Ya puedes cerrar esta ventana y volver a la tienda.';
const FAILED =
  'No pudimos terminar el inicio de sesión con Google. Cierra esta ventana y vuelve a intentarlo en la tienda.';
/** What a person reads whose browser does not let the window close itself. */
const texts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    access_denied: 'No iniciaste sesión. Ya puedes cerrar esta ventana y volver a la tienda.',
    unavailable:
      'La tienda no pudo responder. Cierra esta ventana e intenta de nuevo en unos minutos.',
    too_many_requests:
      'Demasiados intentos seguidos. Cierra esta ventana, espera de 5 a 10 minutos y vuelve a probar.',
    USER_DISABLED:
      'Esta cuenta está deshabilitada. Cierra esta ventana y escríbenos: lo revisamos contigo.',
  }),
);

/** Returns the page on which a sign-in at Google ends; its script tells the page that opened it. */
export async function popupPage(): Promise<IdentityCall[]> {
  const page = await readFile(join(import.meta.dirname, 'popup.html'), 'utf8');
  const script = await readFile(join(import.meta.dirname, 'popup.js'));
  return [
    {
      method: 'GET',
      path: POPUP_PATH,
      answer: async ({ query }) => {
        const text = query.error === undefined ? DONE : (texts.get(String(query.error)) ?? FAILED);
        const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
        return new Response(
          page.replace('{text}', () => text),
          { headers },
        );
      },
    },
    {
      method: 'GET',
      path: `${POPUP_PATH}.js`,
      answer: async () =>
        new Response(script, { headers: { 'content-type': 'text/javascript; charset=utf-8' } }),
    },
  ];
}
