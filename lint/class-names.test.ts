import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../scripts/lib/paths.mjs';

type Uses = {
  names: Set<string>;
  /** Some name is composed at run time. */
  isOpen: boolean;
};

/** Returns the classes of each sheet that components use. */
function readUses(): Map<string, Uses> {
  const uses = new Map<string, Uses>();
  for (const file of globSync('web/**/*.{ts,tsx}', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = '', path = ''] of text.matchAll(
      /import (\w+) from '(\S+\.module\.css)'/g,
    )) {
      const sheet = path.startsWith('#') ? path.slice(1) : join(dirname(file), path);
      const { names, isOpen } = uses.get(sheet) ?? { names: new Set(), isOpen: false };
      const used = text.matchAll(new RegExp(`(?<![/.\\w])${name}\\.(\\w+)(?!\\.css)`, 'g'));
      for (const [, each = ''] of used) if (each !== 'module') names.add(each);
      uses.set(sheet, { names, isOpen: isOpen || text.includes(`${name}[`) });
    }
  }
  return uses;
}

function readClasses(sheet: string): Set<string> {
  const text = readFileSync(join(root, sheet), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const selectors = [...text.matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => selector).join(' ');
  return new Set([...selectors.matchAll(/\.([a-z]\w*)/gi)].map(([, name = '']) => name));
}

test('every class that a component uses is in its sheet, and every class of a sheet is used', () => {
  const uses = readUses();
  const sheets = globSync('web/**/*.module.css', { cwd: root }).map((path) => relative('', path));
  expect(sheets.length).toBeGreaterThan(50);
  const wrong = sheets.flatMap((sheet) => {
    const classes = readClasses(sheet);
    const { names, isOpen } = uses.get(sheet) ?? { names: new Set<string>(), isOpen: false };
    const lost = [...names].filter((name) => !classes.has(name));
    const unused = isOpen ? [] : [...classes].filter((name) => !names.has(name));
    return [
      ...lost.map((name) => `${sheet} lacks ${name}`),
      ...unused.map((name) => `${sheet}: nobody uses ${name}`),
    ];
  });
  expect(wrong).toEqual([]);
});
