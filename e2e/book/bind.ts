import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSheets } from './sheet.ts';

/** Binds the pictures: sheets of several for a quick look, and a page with all of them. */
const BOOK = join(import.meta.dirname, '../../book');
const SHEETS = join(BOOK, 'sheets');
/** How wide a picture stands on a sheet, by the width of the window. */
const shown: Readonly<Record<number, number>> = { 360: 288, 768: 480, 1440: 720 };

const pictures = readdirSync(BOOK, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.png') && !path.startsWith('sheets'))
  .sort();

/** Walk, width and scheme of a picture: those of one kind lie together. */
function kindOf(path: string): { kind: string; width: number } {
  const [walk = '', file = ''] = path.split('/');
  const [, width = '', scheme = ''] = /-(\d+)-((?:light|dark)(?:-forced)?)\.png$/.exec(file) ?? [];
  return { kind: `${width}-${scheme}-${walk}`, width: Number(width) };
}

rmSync(SHEETS, { recursive: true, force: true });
const kinds = Map.groupBy(pictures, (path) => kindOf(path).kind);
for (const [kind, paths] of kinds) {
  const { width } = kindOf(paths[0] ?? '');
  const files = paths.map((path) => join(BOOK, path));
  await makeSheets(files, shown[width] ?? 480, join(SHEETS, kind));
}

const figures = pictures.map(
  (path) =>
    `<figure><a href="${path}"><img loading="lazy" src="${path}" alt=""></a><figcaption>${path}</figcaption></figure>`,
);
const style =
  'body{font:14px system-ui;display:flex;flex-wrap:wrap;gap:1rem;align-items:start}figure{margin:0;width:20rem}img{width:100%;border:1px solid #999}';
writeFileSync(
  join(BOOK, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Picture book</title><style>${style}</style>${figures.join('\n')}`,
);
process.stdout.write(`${pictures.length} pictures, see book/index.html and book/sheets/\n`);
