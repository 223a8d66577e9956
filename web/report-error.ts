/**
 * Tells the shop of a failure that nothing foresaw, and offers a way on where it took the whole page
 * away. It is a script of its own, which `start-late.ts` brings with the first failure: it imports
 * nothing, for what it would import may be what failed.
 */

/** As the contract has it (`reportBrowserError`). */
const LIMITS = { name: 60, message: 300, places: 5 };
/** Of one page; a failure that repeats itself is told once. */
const MOST_REPORTS = 5;
const PLACE = /\/assets\/[\w./-]+:\d+:\d+/g;

const told = new Set<string>();

/** Reports what a page of ours met; extensions and other people's scripts are not our concern. */
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
  if (at.length === 0 || told.has(body) || told.size >= MOST_REPORTS) return;
  told.add(body);
  const headers = { 'content-type': 'application/json' };
  const sending = fetch('/api/browser-errors', { method: 'POST', headers, body, keepalive: true });
  // A failure of its own must not be reported in turn.
  await sending.catch(() => undefined);
}

function oneLine(text: string, max: number): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max);
}

/** React takes everything away when a part of it fails: the page would be blank. */
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
