import { PHOTO_WIDTHS, photoUrl } from '#domain/home/face-photos.ts';
import { type Tones, tonesOf } from '#domain/home/face-tones.ts';
import type { FacePhoto } from '#domain/settings/face.ts';
import type { Context } from '#server/context.ts';
import { readLogo } from '#server/features/uploads/logo.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { escapeHtml } from '#server/lib/html.ts';
import { within } from '#server/lib/within.ts';
import type { FacePhotos } from './face-photos.ts';

/** A larger logo is a file of its own, which the page does not wait for. */
const MAX_INLINE_BYTES = 6_000;
/** How long the page waits for its photo; then the photo is a file of its own, too. */
const INLINE_PATIENCE_MS = 3_000;

/** Returns the filled-in page with the shop's own look; the page as it is without one. */
export async function applyFace(
  context: Context,
  facePhotos: FacePhotos,
  given: string,
): Promise<string> {
  const { colour, photos } = (await context.settings.current()).settings.face;
  const page = await applyPhotos(facePhotos, given, photos);
  const tones = colour === '' ? null : tonesOf(colour);
  const style = (await logoRule(context)) + (tones ? toneRules(tones) : '');
  if (style === '') return page;
  const own = page.replace('</head>', () => `<style>${style}</style></head>`);
  if (tones === null) return own;
  return own.replaceAll(
    /(<meta name="theme-color" content=")[^"]*(" media="\(prefers-color-scheme: (light|dark)\))/g,
    (_meta, before: string, after: string, theme: 'light' | 'dark') =>
      `${before}${tones[theme].sun}${after}`,
  );
}

async function applyPhotos(
  { inline }: FacePhotos,
  page: string,
  photos: readonly FacePhoto[],
): Promise<string> {
  const [first] = photos;
  if (!first) return page;
  const { imageUrl, alt } = first;
  const url = photoUrl(imageUrl, 640, 'avif');
  const sources = PHOTO_WIDTHS.map((width) => `${photoUrl(imageUrl, width, 'avif')} ${width}w`);
  const read = () => inline(pictureId(imageUrl) ?? '').catch(() => null);
  const source = (await within(INLINE_PATIENCE_MS, read)) ?? url;
  // The blurred previews of the photos in whose place they are.
  const style = `<style>[aria-roledescription=carrusel] li:nth-child(-n+${photos.length}){background-image:none}</style>`;
  // The first photo of the carousel, the only one in the built page's markup.
  const [from, to] = [page.indexOf('<picture>'), page.indexOf('</picture>')];
  const picture = page
    .slice(from, to)
    .replace(/srcSet="data:[^"]*"/, () => `srcSet="${source}"`)
    .replace(/srcSet="\/[^"]*"/, () => `srcSet="${sources.join(', ')}"`)
    .replace(/src="[^"]*"/, () => `src="${photoUrl(imageUrl, 640, 'webp')}"`)
    .replace(/alt="[^"]*"/, () => `alt="${escapeHtml(alt)}"`);
  const own = page.slice(0, from) + picture + page.slice(to);
  return own.replace('</head>', () => `${style}</head>`);
}

/** The guide's numbers are text, too; the page's own sheet has no token for it. */
const toneRules = ({ light, dark }: Readonly<Record<'light' | 'dark', Tones>>) =>
  `${rule(light)}@media (prefers-color-scheme:dark){${rule(dark)}}` +
  '.guide-title::before{color:var(--color-brand-text)}';

const rule = (tones: Tones) =>
  `:root{${Object.entries(tones)
    .map(([name, tone]) => `--color-${name}:${tone}`)
    .join(';')}}`;

async function logoRule(context: Context): Promise<string> {
  // A page without the logo is better than none while its file cannot be read.
  const logo = await readLogo(context).catch(() => null);
  if (logo === null) return '';
  const { type, file, width, height, url } = logo;
  const source =
    file.length > MAX_INLINE_BYTES ? url : `data:${type};base64,${file.toString('base64')}`;
  return (
    'header>a[href="/"]>span{width:auto;height:2.5rem;max-width:min(25vw,12rem);' +
    `aspect-ratio:${width}/${height};background-image:url(${source})}`
  );
}
