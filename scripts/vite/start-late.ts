const ENTRY = /^ *<script type="module" crossorigin src="([^"]+)"><\/script>\n/m;
const IMPORT = /^ *<link rel="modulepreload" crossorigin href="([^"]+)">\n/gm;

/**
 * Loads the page's script once the browser has painted the first picture, so that this and the
 * fonts have a slow line to themselves. A button pressed before the script is there shows that it
 * is busy, hastens the script (or tries it again) and is pressed anew when it has come; Escape
 * takes that back. A page that shows nothing until it knows who is here waits for no picture.
 */
const loader = (urls: readonly string[]) => `(() => {
  let started = false;
  let pressed = null;
  const press = (button) => {
    if (pressed) pressed.removeAttribute('aria-busy');
    pressed = button;
    if (pressed) pressed.setAttribute('aria-busy', 'true');
  };
  const keep = (event) => {
    const button = event.target instanceof Element && event.target.closest('button');
    if (!button) return;
    press(button);
    start();
  };
  const forget = (event) => {
    if (event.key === 'Escape') press(null);
  };
  const start = () => {
    if (started) return;
    started = true;
    Promise.all(${JSON.stringify(urls)}.map((url) => import(url))).then(
      () => {
        removeEventListener('click', keep, true);
        removeEventListener('keydown', forget);
        const waiting = pressed;
        press(null);
        if (waiting && waiting.isConnected) waiting.click();
      },
      () => {
        started = false;
        press(null);
      },
    );
  };
  addEventListener('click', keep, true);
  addEventListener('keydown', forget);
  if (document.documentElement.dataset.account === 'pending') return start();
  const type = 'largest-contentful-paint';
  if (PerformanceObserver.supportedEntryTypes.includes(type)) {
    new PerformanceObserver((paints) => {
      if (paints.getEntries().some(({ element }) => element instanceof Image)) start();
    }).observe({ type, buffered: true });
  } else {
    addEventListener('load', start);
  }
  setTimeout(start, 2000);
})()`;

/** @param html the built page, whose script and its imports are named in the head */
export function startLate(html: string): string {
  const entry = ENTRY.exec(html)?.[1];
  if (!entry) throw new Error('the built page names no script');
  const urls = [entry, ...[...html.matchAll(IMPORT)].map(([, url = '']) => url)];
  return html
    .replace(ENTRY, '')
    .replaceAll(IMPORT, '')
    .replace('</body>', () => `  <script>${loader(urls)}</script>\n  </body>`);
}
