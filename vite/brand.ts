import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../scripts/lib/paths.mjs';

const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** The web app manifest without the shop's name, which the server adds. */
function manifest(theme: string, background: string) {
  return {
    lang: 'es-CL',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: theme,
    background_color: background,
    icons: [
      icon('/icon-192.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
  };
}

/** Sets the theme colours of the page to the shop's. */
export function fillColours(page: string): string {
  const sun = readToken('--color-sun');
  return page.replace('__THEME_LIGHT__', sun.light).replace('__THEME_DARK__', sun.dark);
}

/** Adds the shop's colours to the page in development, and to its manifest. */
export function brand(): Plugin {
  const sun = readToken('--color-sun');
  const paper = readToken('--color-paper');
  return {
    name: 'brand',
    transformIndexHtml: fillColours,
    generateBundle() {
      if (this.environment.name !== 'client') return;
      const source = JSON.stringify(manifest(sun.light, paper.light));
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source });
    },
  };
}

/** Returns the light and dark colour of a design token. */
export function readToken(name: string): { light: string; dark: string } {
  const css = readFileSync(join(root, 'web/ui/tokens.css'), 'utf8');
  const [light, dark] = [...css.matchAll(new RegExp(`${name}: (#[0-9a-f]{6});`, 'g'))];
  if (!light?.[1] || !dark?.[1]) throw new Error(`${name} is not in web/ui/tokens.css twice`);
  return { light: light[1], dark: dark[1] };
}
