import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Most phones take this width: twice the pixels of a window 320 to 430 wide. */
const PHONE = /<source type="image\/avif" srcSet="[^"]*?(\/assets\/\S+\.avif) 640w/;

/**
 * Puts the first photo, in a phone's size, into the page: there it shows with the first paint
 * instead of after one more trip on a slow line. Other sizes stay files, taken where they fit.
 * @param html the built page
 * @param folder where its files lie
 */
export async function inlinePhoto(html: string, folder: string): Promise<string> {
  const address = PHONE.exec(html)?.[1];
  if (!address) throw new Error('the built page shows no photo in a phone’s size');
  const photo = await readFile(join(folder, address), 'base64');
  return html.replace(`${address} 640w`, `data:image/avif;base64,${photo} 640w`);
}
