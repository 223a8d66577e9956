import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** By media type: where the page names a file that it had better bring along. */
const PLACES = {
  'image/avif': /(?<=<source type="image\/avif" media="[^"]*" srcSet=")\/assets\/[^"\s]+/,
  'font/woff2': /(?<=url\(["']?)\/assets\/\w+-spanish-[^)"']+/g,
  'image/svg+xml': /(?<=<link rel="icon" href=")\/[^"]+\.svg/,
};

/**
 * Puts into the page what its first look is made of: the first photo as phones show it (wider
 * windows take the file that fits them), the fonts of Spanish text, and the icon. They show with
 * the first paint instead of after one more trip on a slow line.
 * @param html the built page, with its styles in it
 * @param folder where its files lie
 */
export async function inlineFiles(html: string, folder: string): Promise<string> {
  let page = html;
  for (const [type, place] of Object.entries(PLACES)) {
    const paths = page.match(place);
    if (!paths) throw new Error(`the built page names no ${type} to bring along`);
    const files = await Promise.all(paths.map((path) => readFile(join(folder, path), 'base64')));
    page = page.replace(place, () => `data:${type};base64,${files.shift()}`);
  }
  return page;
}
