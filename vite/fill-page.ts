import type { Plugin } from 'vite';

async function readJson(answer: Response): Promise<{ shop: Record<string, string> }> {
  return JSON.parse(await answer.text());
}

/** In development Vite serves the page: what the server at `api` would put in is put in here. */
export function fillPage(api: string): Plugin {
  const fallback = { shop: { name: 'Pines', email: '', whatsapp: '', rut: '', address: '' } };
  return {
    name: 'fill-page',
    apply: 'serve',
    async transformIndexHtml(html) {
      const config: { shop: Record<string, string> } = await fetch(`${api}/api/config`).then(
        (answer) => (answer.ok ? readJson(answer) : fallback),
        () => fallback,
      );
      const json = JSON.stringify(config).replaceAll('<', '\\u003c');
      const script = `<script type="application/json" id="app-config">${json}</script>`;
      return html
        .replace('<!--app-head-->', () => script)
        .replaceAll('__SHOP_NAME__', () => (config.shop.name ?? '').replaceAll('<', '&lt;'));
    },
  };
}
