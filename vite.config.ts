import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import type { ChunkingContext } from 'rolldown';
import { defineConfig, type ViteBuilder } from 'vite';
import { root } from './scripts/lib/paths.mjs';
import { brand } from './vite/brand.ts';
import { compressAssets } from './vite/compress-assets.ts';
import { nameClass } from './vite/name-class.ts';
import { fillPage, page } from './vite/page.ts';
import { hashInputs, STAMP, WEB } from './vite/web-build.mjs';

const api = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? 3000}`;
// Built in another folder and renamed at the end: a server never sees an incomplete build.
const work = `.cache/web-${process.pid}`;
const client = join(work, 'client');
const ssr = join(work, 'ssr');
// Home's script contains a hundred file names: each letter costs 0.1 kB. Hashes of six letters are
// enough for 64 chunks only.
const named = '[name]-[hash:7]';
/** Pictures and fonts, which have no compressed copies, have their own folder. */
const assetFileNames = ({ names }: { names: string[] }) => {
  const isStyle = names.some((name) => name.endsWith('.css'));
  return `${isStyle ? 'assets/[hash:6]' : `media/${named}`}[extname]`;
};
const scriptNames = { entryFileNames: `assets/${named}.js`, chunkFileNames: `assets/${named}.js` };

const PARTS = {
  'field-parts':
    /(web\/(ui\/Field\.(tsx|module\.css)|features\/delivery\/EmailDoubt\.(tsx|module\.css)|ui\/(silent-fields|take-focus)\.ts|ui\/(Announced|FilePicker)\.tsx|lib\/new-key\.ts)|domain\/people\/mistyped-email\.ts)$/,
  'window-parts': /web\/ui\/(Badge|Fold|PrintSheet|Tabs)\.(tsx|module\.css)$/,
  'pin-parts': /(contract\/pins\/.*|domain\/pins\/text)\.ts$/,
  'map-parts': /web\/maps\/(map|make-marker|names-apart)\.ts$/,
  'task-parts': /(web\/ui\/(Actions|ConfirmDialog|use-task)\.tsx?|domain\/payments\/attempt\.ts)$/,
  // Not for the wizard's first step, which would otherwise load them with what it shares.
  'form-library': /node_modules\/react-hook-form\//,
  'query-parts': /query-core\/build\/modern\/(utils|timeoutManager)\./,
  'query-library': /node_modules\/@tanstack\//,
  sharpness: /(domain\/pins\/sharpness\.ts|uploads\/SharpnessLight\.(tsx|module\.css))$/,
};

/** Screens that render rarely or anew: memoising them would cost the wizard 5 kB for little time. */
const RARELY_RENDERED =
  /web\/features\/(home\/Home|legal\/(SellerLines|OrderTerms)|orders\/(wizard\/(WizardNotices|UndoBar|steps\/(Images|Intro|Placed|Summary)Step|steps\/SubmitMessage|PlacedNotice|PriceBar)|BillLines|PricePart)|payments\/(HowToPay|ReceiptSender)|delivery\/(AddressFields|DayPart|DeliveryFacts|LineField|WayPart)|discounts\/DiscountField)\.tsx$/;

let shellModules: Set<string> | undefined;

/**
 * Every window imports parts of the shell (React, icons): by default the bundler puts each part
 * into a separate file, and the home page, which needs them all, would load seven files that
 * compress worse.
 */
function shell(id: string, graph: ChunkingContext) {
  if (!shellModules) {
    shellModules = new Set([join(root, 'web/main.tsx')]);
    for (const module of shellModules)
      for (const imported of graph.getModuleInfo(module)?.importedIds ?? [])
        shellModules.add(imported);
  }
  return shellModules.has(id) ? 'shell' : null;
}

async function buildApp(builder: ViteBuilder) {
  const { client: browser, ssr: prerender } = builder.environments;
  if (!browser || !prerender) throw new Error('vite: a build environment is missing');
  const inputs = hashInputs();
  try {
    await builder.build(prerender);
    await builder.build(browser);
    await writeFile(join(client, STAMP), inputs);
    await mkdir(dirname(WEB), { recursive: true });
    if (existsSync(WEB)) await rename(WEB, join(work, 'previous'));
    await rename(client, WEB);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

export default defineConfig({
  plugins: [
    react({ jsxImportSource: '#jsx' }),
    babel({ presets: [reactCompilerPreset()], exclude: [/node_modules/, RARELY_RENDERED] }),
    brand(),
    fillPage(api),
    page({
      prerender: resolve(ssr, 'prerender.js'),
      carried: [
        'web/features/home/photos/tote-640.avif',
        'web/ui/fonts/fredoka-spanish.woff2',
        'web/ui/fonts/nunito-spanish.woff2',
      ],
    }),
    compressAssets(),
  ],
  publicDir: 'web/public',
  css: { modules: { generateScopedName: nameClass } },
  server: { proxy: { '/api': api, '/files': api } },
  worker: { format: 'es' },
  builder: { buildApp },
  environments: {
    client: {
      build: {
        outDir: client,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        target: 'es2022',
        rolldownOptions: {
          input: [
            'web/main.tsx',
            'web/start-late.ts',
            'web/report-error.ts',
            'web/older-browsers.ts',
          ],
          output: {
            ...scriptNames,
            assetFileNames,
            codeSplitting: {
              // Small parts that are always loaded together.
              groups: [
                { name: shell },
                ...Object.entries(PARTS).map(([name, test]) => ({ name, test })),
              ],
            },
          },
          // The plugins' times are irrelevant for the user who starts the shop.
          checks: { pluginTimings: false },
        },
      },
    },
    ssr: {
      build: {
        outDir: ssr,
        ssr: true,
        emitAssets: false,
        copyPublicDir: false,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'web/prerender.tsx',
          output: { assetFileNames },
          checks: { pluginTimings: false },
        },
      },
    },
  },
});
