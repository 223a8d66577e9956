import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inlineFiles } from './inline-files.ts';
import { inlineStyles } from './inline-styles.ts';
import { startLate } from './start-late.ts';

/**
 * Turns the page as Vite built it into the one that shows by itself, in one file.
 * @param client the folder of the browser's build
 * @param prerender the built program that renders the home page
 */
export async function writePage(client: string, prerender: string): Promise<void> {
  const page = join(client, 'index.html');
  const { render }: { render: () => string } = await import(pathToFileURL(prerender).href);
  // React puts its preload hints before the markup; they belong into the head.
  const [, hints = '', body = ''] = render().match(/^((?:<link[^>]*>)*)(.*)$/s) ?? [];
  const html = (await readFile(page, 'utf8'))
    .replace('<!--app-html-->', () => body)
    .replace('</head>', () => `  ${hints}\n  </head>`);
  const whole = await inlineFiles(await inlineStyles(html, client), client);
  await writeFile(page, startLate(whole));
}
