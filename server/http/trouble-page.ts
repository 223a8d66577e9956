import { html } from '../html.ts';

const style = html`<style>
  :root { color-scheme: light dark; background: #fffaf3; color: #2b1637 }
  body { max-width: 32rem; margin: 12vh auto; padding: 0 1.25rem; font: 1.0625rem/1.5 system-ui, sans-serif }
  h1 { line-height: 1.2; text-wrap: balance }
  a { color: #c8203f }
  .again { display: inline-block; padding: .75rem 1.5rem; border-radius: 999px; background: #c8203f; color: #fff; font-weight: 700; text-decoration: none }
  .soft { font-size: .875rem; color: #65526e; overflow-wrap: anywhere }
  @media (prefers-color-scheme: dark) {
    :root { background: #1b1022; color: #fbf0f3 }
    a { color: #ff8291 }
    .again { background: #ff8291; color: #2d0a14 }
    .soft { color: #cfbdd5 }
  }
</style>`;

/**
 * Returns the page for somebody whose link the shop cannot follow just now. It needs nothing else
 * of the server, and its button opens the same address once more.
 * @param text what went wrong
 * @param requestId by which the owner finds it in the log
 */
export function troublePage(text: string, requestId?: string): string {
  const reference = requestId ? html`<p class="soft">Referencia: ${requestId}</p>` : html``;
  return html`<!doctype html>
<html lang="es-CL">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>No pudimos abrir el enlace</title>
    ${style}
  </head>
  <body>
    <main>
      <h1>No pudimos abrir el enlace</h1>
      <p>${text}.</p>
      <p><a class="again" href="">Intentar de nuevo</a></p>
      <p><a href="/">Ir a la tienda</a></p>
      ${reference}
    </main>
  </body>
</html>
`.markup;
}
