// node tools/fonts/outlines.mjs, after `npm ci` in this folder: writes domain/pins/letters/*.json.
import { readFile, writeFile } from 'node:fs/promises';
import { create } from 'fontkit';

/** @param {number} first @param {number} last */
const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

/** The characters that `WRITABLE` of domain/pins/text.ts accepts: Latin, Romanian, Welsh, signs. */
const letters = [
  ...range(0x20, 0x7e),
  ...range(0xa1, 0xac),
  ...range(0xae, 0x131),
  ...range(0x134, 0x17e),
  ...range(0x218, 0x21b),
  ...range(0x1e80, 0x1e85),
  ...'ẞỲỳ‘’‚“”„–—•…€™',
];

/** The packages declare their licence, OFL-1.1; a copy is beside the outlines. */
const fonts = [
  { font: 'baloo', files: 'baloo-2', weight: 700 },
  { font: 'anton', files: 'anton', weight: 400 },
  { font: 'bitter', files: 'bitter', weight: 700 },
  { font: 'pacifico', files: 'pacifico', weight: 400 },
];
const UNITS = 1000;
const COMMANDS = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C' };

for (const { font, files, weight } of fonts) {
  const subsets = await Promise.all(
    ['latin', 'latin-ext', 'vietnamese'].map(async (subset) => {
      const path = `node_modules/@fontsource/${files}/files/${files}-${subset}-${weight}-normal.woff2`;
      return create(await readFile(new URL(path, import.meta.url)));
    }),
  );
  const outlines = Object.fromEntries(
    letters.map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      const subset = subsets.find((each) => each.hasGlyphForCodePoint(code));
      if (!subset) throw new Error(`${font} lacks ${letter} (${code.toString(16)})`);
      const glyph = subset.glyphForCodePoint(code);
      const scale = UNITS / subset.unitsPerEm;
      // y downwards, as on the screen and in the shop's papers.
      const path = glyph.path.scale(scale, -scale).commands.map(write).join('');
      return [letter, `${Math.round(glyph.advanceWidth * scale)} ${path}`.trim()];
    }),
  );
  const target = new URL(`../../domain/pins/letters/${font}.json`, import.meta.url);
  await writeFile(target, `${JSON.stringify(outlines, null, 2)}\n`);
}

/** @param {{ command: keyof COMMANDS | 'closePath', args: number[] }} drawn */
function write({ command, args }) {
  return command === 'closePath' ? 'Z' : COMMANDS[command] + args.map(Math.round).join(' ');
}
