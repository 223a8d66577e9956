import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/lib/paths.mjs';

/** @returns the colour that a token of the design has by day and by night */
export function readToken(name: string): { light: string; dark: string } {
  const css = readFileSync(join(root, 'web/ui/tokens.css'), 'utf8');
  const [light, dark] = [...css.matchAll(new RegExp(`${name}: (#[0-9a-f]{6});`, 'g'))];
  if (!light?.[1] || !dark?.[1]) throw new Error(`${name} is not in web/ui/tokens.css twice`);
  return { light: light[1], dark: dark[1] };
}
