import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SHEET = /^ *<link rel="stylesheet" crossorigin href="([^"]+)">\n/gm;

/**
 * Puts the page's own style sheets into it: the first paint waits for no second file.
 * @param html the built page
 * @param folder where its files lie
 */
export async function inlineStyles(html: string, folder: string): Promise<string> {
  const paths = [...html.matchAll(SHEET)].map(([, path = '']) => path);
  const sheets = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')));
  // A disabled link loads nothing; it tells a part that comes later that its sheet is here.
  const links = paths.map((path) => `<link rel="stylesheet" href="${path}" disabled>`);
  const styles = `${links.join('')}<style>${sheets.join('').replaceAll('</style', '<\\/style')}</style>`;
  return html.replaceAll(SHEET, '').replace('</head>', () => `${styles}\n  </head>`);
}
