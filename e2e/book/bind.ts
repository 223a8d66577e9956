import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';

/** Arranges the pictures: sheets of several for a quick look, and a page with all of them. */
const BOOK = join(import.meta.dirname, '../../book');
const SHEETS = join(BOOK, 'sheets');
const GAP = 12;
const CAPTION = 20;
/** Size of a sheet; a taller picture is cut off. */
const SHEET = { width: 1500, height: 1500 };
/** Displayed width of a picture, by the width of the window. */
const shown: Readonly<Record<string, number>> = { 320: 288, 360: 288, 768: 480, 1440: 720 };

const pictures = readdirSync(BOOK, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.png') && !path.startsWith('sheets'))
  .sort();

rmSync(SHEETS, { recursive: true, force: true });
/** Window, scheme and screen, as in '360-light-profile'. */
const kinds = Map.groupBy(pictures, (path) => {
  const [, view = ''] = /-(\d+-(?:light|dark)(?:-forced)?(?:-large)?)\.png$/.exec(path) ?? [];
  return `${view}-${dirname(path)}`;
});
await mkdir(SHEETS, { recursive: true });
for (const [kind, paths] of kinds) await makeSheets(kind, paths, shown[parseInt(kind, 10)] ?? 480);

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

/** Places pictures side by side on as many sheets as needed, each with its name. */
async function makeSheets(kind: string, paths: readonly string[], width: number) {
  const columns = Math.floor(SHEET.width / (width + GAP));
  const newTops = () => Array.from({ length: columns }, () => GAP);
  let [tops, layers, count]: [number[], OverlayOptions[], number] = [newTops(), [], 0];
  const finish = async () => {
    count += 1;
    const used = { width: columns * (width + GAP) + GAP, height: Math.max(...tops) + GAP };
    await sharp({ create: { ...used, channels: 3, background: '#808080' } })
      .composite(layers)
      .png({ compressionLevel: 3 })
      .toFile(join(SHEETS, `${kind}-${count}.png`));
    [tops, layers] = [newTops(), []];
  };
  for (const path of paths) {
    const { input, height } = await scale(join(BOOK, path), width);
    if (layers.length > 0 && Math.min(...tops) + height > SHEET.height) await finish();
    const column = tops.indexOf(Math.min(...tops));
    const [left, top] = [GAP + column * (width + GAP), tops[column] ?? GAP];
    layers.push({ input: nameOf(path, width), left, top }, { input, left, top: top + CAPTION });
    tops[column] = top + CAPTION + height + GAP;
  }
  await finish();
}

async function scale(path: string, width: number): Promise<{ input: Buffer; height: number }> {
  const { data, info } = await sharp(path).resize({ width }).toBuffer({ resolveWithObject: true });
  const height = Math.min(info.height, SHEET.height - 2 * GAP - CAPTION);
  const input = await sharp(data).extract({ left: 0, top: 0, width, height }).toBuffer();
  return { input, height };
}

function nameOf(path: string, width: number): Buffer {
  const text = basename(path, '.png');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${CAPTION}"><text y="15" font-family="sans-serif" font-size="14" fill="#fff">${text}</text></svg>`,
  );
}
