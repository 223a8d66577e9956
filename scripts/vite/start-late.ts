const ENTRY = /^ *<script type="module" crossorigin src="([^"]+)"><\/script>\n/m;
const IMPORT = /^ *<link rel="modulepreload" crossorigin href="([^"]+)">\n/gm;

/**
 * Loads the page's script once the browser has painted, so that the first picture and the fonts
 * have a slow line to themselves. What is pressed before the script is there is pressed again when
 * it is, and hastens it or tries it again. A page that shows nothing until it knows who is here waits for no paint.
 */
const loader = (urls: readonly string[]) => `(() => {
  let started = false;
  let pressed = null;
  const keep = (event) => {
    const button = event.target instanceof Element && event.target.closest('button');
    if (!button) return;
    pressed = button;
    start();
  };
  const start = () => {
    if (started) return;
    started = true;
    Promise.all(${JSON.stringify(urls)}.map((url) => import(url))).then(
      () => {
        removeEventListener('click', keep, true);
        if (pressed && pressed.isConnected) pressed.click();
      },
      () => {
        started = false;
      },
    );
  };
  addEventListener('click', keep, true);
  if (document.documentElement.dataset.account === 'pending') return start();
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) start();
  }).observe({ type: 'paint', buffered: true });
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
