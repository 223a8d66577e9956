/**
 * Inline in the page: loads the program once the browser has painted the first picture, so that
 * the picture and the fonts have a slow connection to themselves. A button clicked before that
 * shows that it is busy, starts (or retries) loading, and is clicked again when the program is
 * ready; Escape cancels it. If loading fails, it is retried when the network is back and every few
 * seconds, finally by reloading the page, after which the button is clicked again. A page that is
 * hidden until the user is known does not wait for the picture.
 */

/** Some browsers never report what they painted. */
const MAX_WAIT_MS = 2000;
/** Neither a server restart nor every reconnection triggers an event. */
const RETRY_MS = 5000;
const PAINT = 'largest-contentful-paint';

const own = document.querySelector<HTMLElement>('script[data-program]');
const addresses = own?.dataset.program?.split(' ') ?? [];
/**
 * Whether the browser lacks something that `older-browsers.ts` adds: every browser learned these
 * three after all the rest.
 */
const isOlder = !('any' in AbortSignal && 'canParse' in URL && 'withResolvers' in Promise);

let isStarted = false;
let hasFailed = false;
let clicked: HTMLButtonElement | null = null;

function setClicked(button: HTMLButtonElement | null): void {
  clicked?.removeAttribute('aria-busy');
  clicked = button;
  clicked?.setAttribute('aria-busy', 'true');
}

function keepClick({ target }: Event): void {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button) return;
  setClicked(button);
  start();
}

function cancelClick({ key }: KeyboardEvent): void {
  if (key === 'Escape') setClicked(null);
}

async function load(): Promise<unknown> {
  if (isOlder) await import(/* @vite-ignore */ own?.dataset.older ?? '');
  return Promise.all(addresses.map((address) => import(/* @vite-ignore */ address)));
}

function start(): void {
  if (isStarted) return;
  isStarted = true;
  load().then(handOver, hasFailed ? reload : startAgainLater);
}

/** See `reloadPage` in lib/reload-page.ts, which would be an additional file to load. */
async function reload(): Promise<void> {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD' });
    if (status >= 500) throw status;
  } catch {
    startAgainLater();
    return;
  }
  const press = clicked ? allButtons().indexOf(clicked) : -1;
  history.replaceState({ ...history.state, press }, '');
  location.reload();
}

function allButtons(): HTMLButtonElement[] {
  return [...document.querySelectorAll('button')];
}

/** Without the program nothing else notices that the network is back. */
function startAgainLater(): void {
  isStarted = false;
  hasFailed = true;
  setClicked(null);
  addEventListener('online', start, { once: true });
  setTimeout(start, RETRY_MS);
}

/**
 * The program handles events from now on. Of the manifest and its icon, which browsers fetch as
 * soon as it is linked, the page needs nothing.
 */
function handOver(): void {
  addLink({ rel: 'manifest', href: '/manifest.webmanifest' });
  removeEventListener('click', keepClick, true);
  removeEventListener('keydown', cancelClick);
  const waiting = clicked;
  setClicked(null);
  if (waiting?.isConnected) waiting.click();
}

function addLink(properties: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), properties));
}

function startAfterPaint(): void {
  if (PerformanceObserver.supportedEntryTypes.includes(PAINT)) {
    const isPicture = (paint: PerformanceEntry) =>
      'element' in paint && paint.element instanceof Image;
    new PerformanceObserver((paints) => {
      if (paints.getEntries().some(isPicture)) start();
    }).observe({ type: PAINT, buffered: true });
  } else {
    addEventListener('load', start);
  }
  setTimeout(start, MAX_WAIT_MS);
}

/** Loads the error reporter on the first error, which it then receives itself. */
function loadReporter(failure: ErrorEvent | PromiseRejectionEvent): void {
  removeEventListener('error', loadReporter);
  removeEventListener('unhandledrejection', loadReporter);
  const again =
    'reason' in failure
      ? new PromiseRejectionEvent(failure.type, failure)
      : new ErrorEvent(failure.type, failure);
  const loading = import(/* @vite-ignore */ own?.dataset.reporter ?? '');
  loading.then(
    () => dispatchEvent(again),
    () => undefined,
  );
}

// A disabled link loads nothing, but tells a lazy part that the page has its sheet. In the page's
// own markup Chrome's preload scanner would fetch it.
for (const href of own?.dataset.styles?.split(' ') ?? []) {
  addLink({ rel: 'stylesheet', disabled: true, href });
}
addEventListener('error', loadReporter);
addEventListener('unhandledrejection', loadReporter);
addEventListener('click', keepClick, true);
addEventListener('keydown', cancelClick);
const kept: { press?: number } | null = history.state;
const { press: again, ...state } = kept ?? {};
if (again !== undefined) {
  history.replaceState(state, '');
  setClicked(allButtons()[again] ?? null);
}
if (again !== undefined || document.documentElement.dataset.account === 'pending') start();
else startAfterPaint();
