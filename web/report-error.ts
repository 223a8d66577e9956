/**
 * Reports unexpected errors to the shop, and offers a reload if one has emptied the page. It is a
 * separate script, which `start-late.ts` loads on the first error, and has no imports, because an
 * import may be what failed.
 */

/** The limits of the contract (`reportBrowserError`). */
const LIMITS = { name: 60, message: 300, places: 5 };
/** Reports per page; a repeated error is reported once. */
const MAX_REPORTS = 5;
const PLACE = /\/assets\/[\w.-]+:\d+:\d+/g;

const reported = new Set<string>();

/** Reports an error of our own page; extensions and third-party scripts are ignored. */
async function reportError(event: ErrorEvent | PromiseRejectionEvent): Promise<void> {
  offerReload();
  const error: unknown = 'reason' in event ? event.reason : event.error;
  if (!(error instanceof Error)) return;
  const at = (error.stack?.match(PLACE) ?? []).slice(0, LIMITS.places);
  const report = {
    name: oneLine(error.name, LIMITS.name),
    message: oneLine(error.message, LIMITS.message),
    at,
  };
  const body = JSON.stringify(report);
  if (at.length === 0 || reported.has(body) || reported.size >= MAX_REPORTS) return;
  reported.add(body);
  const headers = { 'content-type': 'application/json' };
  const sending = fetch('/api/browser-errors', { method: 'POST', headers, body, keepalive: true });
  // Its own failure must not be reported.
  await sending.catch(() => undefined);
}

function oneLine(text: string, max: number): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max);
}

/** React removes everything when a part of it fails: the page would be blank. */
function offerReload(): void {
  const root = document.getElementById('root');
  if (!root || root.childElementCount > 0) return;
  const text = document.createElement('p');
  text.textContent =
    'Algo falló en la página. Lo que llevas de tu pedido sigue guardado en este navegador.';
  const button = document.createElement('button');
  button.textContent = 'Volver a cargar';
  button.addEventListener('click', () => location.reload());
  const box = document.createElement('main');
  box.setAttribute('role', 'alert');
  box.style.cssText =
    'max-inline-size: 32rem; margin: 20vh auto; padding: 1rem; display: grid; gap: 1rem';
  button.style.cssText =
    'min-block-size: 3rem; font: inherit; font-weight: 700; border: 0; border-radius: 999px; cursor: pointer; background: var(--color-sun); color: var(--color-sun-ink)';
  box.append(text, button);
  root.append(box);
}

addEventListener('error', reportError);
addEventListener('unhandledrejection', reportError);
