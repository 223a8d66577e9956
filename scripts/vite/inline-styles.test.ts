import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inlineStyles } from './inline-styles.ts';

test('the page’s sheets stand in it, in their order, and are loaded no second time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-styles-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/a.css'), '.a{content:"</style><b>$&"}');
  await writeFile(join(folder, 'assets/b.css'), '.b{top:0}');
  const link = (name: string) => `    <link rel="stylesheet" crossorigin href="/assets/${name}">\n`;
  const html = `<head>\n${link('a.css')}${link('b.css')}  </head>`;
  const page = await inlineStyles(html, folder);
  expect(page).toContain('<style>.a{content:"<\\/style><b>$&"}.b{top:0}</style>');
  expect(page.match(/<link[^>]*>/g)).toEqual([
    '<link rel="stylesheet" href="/assets/a.css" disabled>',
    '<link rel="stylesheet" href="/assets/b.css" disabled>',
  ]);
  await rm(folder, { recursive: true });
});
