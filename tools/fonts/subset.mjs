// node tools/fonts/subset.mjs, after `npm ci` in this folder: writes web/ui/fonts/*.woff2.
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/** @param {number} first @param {number} last */
const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

/** What nearly every Spanish sentence is made of: these files are on the way of the first look. */
const spanish = [
  ...range(0x20, 0x7e).filter((letter) => !'"#&*<=>[\\]^_`{|}~'.includes(letter)),
  ...'\u00a0¡·¿×áéíñóúü–“”…',
];
/** Rare signs, and the letters of other languages in the names of people and places. */
const others = [
  ...range(0x20, 0x7e),
  ...range(0xa0, 0xff),
  ...'ŒœŠšŸŽžƒ–—‘’“”•…†‡‰‹›€™−→←↑↓',
].filter((letter) => !spanish.includes(letter));

/** The display face has one weight; the text face moves between plain and bold. */
const faces = [
  { name: 'fredoka', wght: 600 },
  { name: 'nunito', wght: { min: 400, max: 700 } },
];

for (const { name, wght } of faces) {
  const source = new URL(
    `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
    import.meta.url,
  );
  const full = await readFile(source);
  for (const [part, letters] of Object.entries({ spanish, others })) {
    const cut = await subsetFont(full, letters.join(''), {
      targetFormat: 'woff2',
      variationAxes: { wght },
      keepFeatures: ['ccmp', 'kern', 'locl', 'mark', 'tnum'],
      noHinting: true,
      noLayoutClosure: true,
    });
    await writeFile(new URL(`../../web/ui/fonts/${name}-${part}.woff2`, import.meta.url), cut);
    console.log(`${name}-${part}.woff2: ${cut.length} bytes`);
  }
}
