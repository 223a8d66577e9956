// node tools/fonts/subset.mjs, after `npm ci` in this folder: writes web/ui/fonts/*.woff2.
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/** @param {number} first @param {number} last */
const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

/** The characters of nearly every Spanish sentence and region: needed for the first paint. */
const spanish = [
  ...range(0x20, 0x7e).filter((letter) => !'"#&*<=>[\\]^_`{|}~'.includes(letter)),
  ...'\u00a0¡·¿×Ñáéíñóúü–…',
];
/** Of these, headings, buttons and prices have none. */
const textOnly = '@;';
/** All signs, and the letters of western languages in names of people and places. */
const western = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...'ŒœŠšŸŽžƒ–—‘’“”•…†‡‰‹›€™−→←↑↓'];
/** Letters of other Latin alphabets: Croatian, Polish, Czech, Turkish, Romanian. */
const names = [...range(0x100, 0x151), ...range(0x154, 0x17f), ...range(0x218, 0x21b)];

/** The display font has one weight; the text font varies between regular and bold. */
const faces = [
  { name: 'fredoka', wght: 600, first: spanish.filter((letter) => !textOnly.includes(letter)) },
  { name: 'nunito', wght: { min: 400, max: 700 }, first: spanish },
];

for (const { name, wght, first } of faces) {
  const others = western.filter((letter) => !first.includes(letter));
  for (const { part, from, letters } of [
    { part: 'spanish', from: 'latin', letters: first },
    { part: 'others', from: 'latin', letters: others },
    { part: 'names', from: 'latin-ext', letters: names },
  ]) {
    const source = new URL(
      `node_modules/@fontsource-variable/${name}/files/${name}-${from}-wght-normal.woff2`,
      import.meta.url,
    );
    const cut = await subsetFont(await readFile(source), letters.join(''), {
      targetFormat: 'woff2',
      variationAxes: { wght },
      keepFeatures: ['kern', 'tnum'],
      noHinting: true,
      noLayoutClosure: true,
    });
    await writeFile(new URL(`../../web/ui/fonts/${name}-${part}.woff2`, import.meta.url), cut);
    console.log(`${name}-${part}.woff2: ${cut.length} bytes`);
  }
}
