import type { Face } from '#domain/settings/face.ts';
import { type Tones, tonesOf } from '#domain/settings/face-tones.ts';

/** Returns the filled-in page with the shop's own look; the page as it is without one. */
export function applyFace(page: string, { colour }: Face): string {
  const tones = colour === '' ? null : tonesOf(colour);
  if (tones === null) return page;
  const rules = (theme: Tones) =>
    `:root{${Object.entries(theme)
      .map(([name, tone]) => `--color-${name}:${tone}`)
      .join(';')}}`;
  const style = `<style>${rules(tones.light)}@media (prefers-color-scheme:dark){${rules(tones.dark)}}</style>`;
  return page
    .replace('</head>', () => `${style}</head>`)
    .replaceAll(
      /(<meta name="theme-color" content=")[^"]*(" media="\(prefers-color-scheme: (light|dark)\))/g,
      (_meta, before: string, after: string, theme: 'light' | 'dark') =>
        `${before}${tones[theme].sun}${after}`,
    );
}
