import { tonesOf } from '#domain/settings/face-tones.ts';
import type { Context } from '#server/context.ts';
import { readLogo } from '#server/features/uploads/logo.ts';

/** A larger logo is a file of its own, which the page does not wait for. */
const MAX_INLINE_BYTES = 6_000;

/** Returns the filled-in page with the shop's own look; the page as it is without one. */
export async function applyFace(context: Context, page: string): Promise<string> {
  const { colour } = (await context.settings.current()).settings.face;
  const tones = colour === '' ? null : tonesOf(colour);
  const light = { ...(await logoTokens(context)), ...coloursOf(tones?.light) };
  if (Object.keys(light).length === 0) return page;
  const style =
    rule(light) +
    (tones ? `@media (prefers-color-scheme:dark){${rule(coloursOf(tones.dark))}}` : '');
  const own = page.replace('</head>', () => `<style>${style}</style></head>`);
  if (tones === null) return own;
  return own.replaceAll(
    /(<meta name="theme-color" content=")[^"]*(" media="\(prefers-color-scheme: (light|dark)\))/g,
    (_meta, before: string, after: string, theme: 'light' | 'dark') =>
      `${before}${tones[theme].sun}${after}`,
  );
}

type Tokens = Readonly<Record<string, string>>;

const coloursOf = (tones: Tokens = {}): Tokens =>
  Object.fromEntries(Object.entries(tones).map(([name, tone]) => [`color-${name}`, tone]));

const rule = (tokens: Tokens) =>
  `:root{${Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

async function logoTokens(context: Context): Promise<Tokens> {
  // A page without the logo is better than none while its file cannot be read.
  const logo = await readLogo(context).catch(() => null);
  if (logo === null) return {};
  const { type, file, width, height, url } = logo;
  const source =
    file.length > MAX_INLINE_BYTES ? url : `data:${type};base64,${file.toString('base64')}`;
  return { logo: `url(${source})`, 'logo-shape': `${width}/${height}` };
}
