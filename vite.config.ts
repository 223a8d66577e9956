import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ViteBuilder } from 'vite';

const api = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? 3000}`;
const finished = 'dist/web';
// Built beside its place and moved in at the end: a server never sees half a build.
const work = `dist/.web-${process.pid}`;
const client = join(work, 'client');
const ssr = join(work, 'ssr');

async function writePrerenderedHome() {
  const page = join(client, 'index.html');
  const entry = pathToFileURL(join(process.cwd(), ssr, 'prerender.js')).href;
  const { render }: { render: () => string } = await import(entry);
  const html = await readFile(page, 'utf8');
  // React puts its preload hints before the markup; they belong into the head.
  const [, hints = '', body = ''] = render().match(/^((?:<link[^>]*>)*)(.*)$/s) ?? [];
  await writeFile(
    page,
    html.replace('<!--app-html-->', () => body).replace('</head>', () => `  ${hints}\n  </head>`),
  );
}

const compressions = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) };

/** Puts compressed copies beside the assets: phones load a third, the server compresses nothing. */
async function compressAssets() {
  const folder = join(client, 'assets');
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  for (const path of names.map((name) => join(folder, name))) {
    const content = await readFile(path);
    for (const [ending, compress] of Object.entries(compressions)) {
      await writeFile(`${path}${ending}`, await compress(content));
    }
  }
}

async function moveIntoPlace() {
  const previous = join(work, 'previous');
  await rename(finished, previous).catch(() => undefined);
  await rename(client, finished);
}

async function buildApp(builder: ViteBuilder) {
  const { client: browser, ssr: prerender } = builder.environments;
  if (!browser || !prerender) throw new Error('vite: a build environment is missing');
  await mkdir(work, { recursive: true });
  try {
    await builder.build(browser);
    await builder.build(prerender);
    await writePrerenderedHome();
    await compressAssets();
    await moveIntoPlace();
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function readJson(answer: Response): Promise<{ shop: Record<string, string> }> {
  return JSON.parse(await answer.text());
}

/** In development Vite serves the page, so what the server would put into it is put in here. */
function fillPage(): Plugin {
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
        .replace('<!--app-config-->', () => script)
        .replaceAll('__SHOP_NAME__', () => (config.shop.name ?? '').replaceAll('<', '&lt;'));
    },
  };
}

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), fillPage()],
  publicDir: false,
  server: { proxy: { '/api': api, '/files': api } },
  worker: { format: 'es' },
  builder: { buildApp },
  environments: {
    client: {
      build: {
        outDir: client,
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        target: 'es2022',
        // How long each plugin took is of no use to who starts the shop.
        rolldownOptions: { input: 'index.html', checks: { pluginTimings: false } },
      },
    },
    ssr: {
      build: {
        outDir: ssr,
        ssr: true,
        emitAssets: false,
        assetsInlineLimit: 0,
        rolldownOptions: { input: 'web/prerender.tsx', checks: { pluginTimings: false } },
      },
    },
  },
});
