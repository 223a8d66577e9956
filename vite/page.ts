import { readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { root } from '../scripts/lib/paths.mjs';
import { fillColours } from './brand.ts';
import { composePage } from './compose-page.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const PROGRAM = 'web/main.tsx';
const LOADER = 'web/start-late.ts';
const REPORTER = 'web/report-error.ts';
const OLDER = 'web/older-browsers.ts';
const TYPES: Record<string, string> = { '.avif': 'image/avif', '.woff2': 'font/woff2' };

type Options = {
  prerender: string;
  /** Files needed for the first paint, inlined to save a slow round trip. */
  carried: readonly string[];
};

/** Writes the page from the bundler's output, with the script that loads the rest inline. */
export function page({ prerender, carried }: Options): Plugin {
  return {
    name: 'page',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { render }: { render: () => string } = await import(pathToFileURL(prerender).href);
        const loader = findEntry(bundle, LOADER);
        const chunks = withImports(bundle, findEntry(bundle, PROGRAM));
        const sheets = new Set(
          chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]),
        );
        const source = composePage({
          template: fillColours(await readFile(join(root, 'index.html'), 'utf8')),
          markup: render(),
          styles: [...sheets].map((name) => ({ address: `/${name}`, css: readText(bundle, name) })),
          program: chunks.toReversed().map(({ fileName }) => `/${fileName}`),
          reporter: `/${findEntry(bundle, REPORTER).fileName}`,
          older: `/${findEntry(bundle, OLDER).fileName}`,
          loader: loader.code,
          carried: new Map([
            ...carried.map((path) => carriedFile(bundle, path)),
            ['/favicon.svg', await iconAsData()],
          ]),
        });
        delete bundle[loader.fileName];
        this.emitFile({ type: 'asset', fileName: 'index.html', source });
      },
    },
  };
}

function findEntry(bundle: Bundle, path: string): Chunk {
  const isIt = (output: Bundle[string]): output is Chunk =>
    output.type === 'chunk' && output.facadeModuleId === join(root, path);
  const entry = Object.values(bundle).find(isIt);
  if (!entry) throw new Error(`the build has no ${path}`);
  return entry;
}

/** Returns a chunk and all its static imports, each once. */
function withImports(bundle: Bundle, entry: Chunk, seen = new Set<Chunk>()): Chunk[] {
  for (const name of entry.imports) {
    const inner = bundle[name];
    if (inner?.type === 'chunk' && !seen.has(inner)) withImports(bundle, inner, seen);
  }
  return [...seen.add(entry)];
}

function readText(bundle: Bundle, name: string): string {
  const output = bundle[name];
  if (output?.type !== 'asset') throw new Error(`the build has no ${name}`);
  return output.source.toString();
}

/** Returns the URL of a built file, and its content as a data URL. */
function carriedFile(bundle: Bundle, path: string): [string, string] {
  for (const output of Object.values(bundle)) {
    if (output.type !== 'asset' || !output.originalFileNames.includes(path)) continue;
    const content = Buffer.from(output.source).toString('base64');
    return [`/${output.fileName}`, `data:${TYPES[extname(path)]};base64,${content}`];
  }
  throw new Error(`the build has no ${relative(root, path)}`);
}

/** The icon's data URL; written like that of the same drawing in the styles, it compresses to nothing. */
async function iconAsData(): Promise<string> {
  const svg = await readFile(join(root, 'web/public/favicon.svg'), 'utf8');
  const quoted = svg.replaceAll('"', "'");
  const escaped = quoted.replaceAll(/[#<> ]/g, (sign) => encodeURIComponent(sign).toLowerCase());
  return `data:image/svg+xml,${escaped}`;
}

/** In development, fills the placeholders like the server at `api`. */
export function fillPage(api: string): Plugin {
  const fallback = { shop: { name: 'Pines', email: '', whatsapp: '', rut: '', address: '' } };
  return {
    name: 'fill-page',
    apply: 'serve',
    async transformIndexHtml(html) {
      const config: typeof fallback = await fetch(`${api}/api/config`).then(
        (answer) => (answer.ok ? answer.text().then(JSON.parse) : fallback),
        () => fallback,
      );
      const json = JSON.stringify(config).replaceAll('<', '\\u003c');
      const script = `<script type="application/json" id="app-config">${json}</script>`;
      return html
        .replace('<!--app-head-->', () => script)
        .replaceAll('__SHOP_NAME__', () => config.shop.name.replaceAll('<', '&lt;'));
    },
  };
}
