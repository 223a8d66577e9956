import { expect, test } from 'vitest';
import { composePage, type PageParts } from './compose-page.ts';

const parts: PageParts = {
  template: `<head><link rel="icon" href="/favicon.svg"><!--app-styles--></head>
<body><div id="root"><!--app-html--></div>
<script type="module" src="/web/main.tsx"></script></body>`,
  markup: '<source srcSet="/assets/a-640.avif"/><source srcSet="/assets/a-640.avif 640w"/>',
  styles: [
    { address: '/assets/a.css', css: '.a{content:"</style><b>$&"}' },
    { address: '/assets/b.css', css: '@font-face{src:url(/assets/f.woff2)}' },
  ],
  program: ['/assets/main.js', '/assets/react.js'],
  reporter: '/assets/report.js',
  older: '/assets/older.js',
  loader: 'load("$&");\n',
  carried: new Map([
    ['/favicon.svg', 'data:icon'],
    ['/assets/a-640.avif', 'data:photo'],
    ['/assets/f.woff2', 'data:font/woff2,f'],
  ]),
};

test('the page’s sheets stand in it, in their order, and nothing in it has them loaded again', () => {
  const page = composePage(parts);
  expect(page).toContain(
    '<style>.a{content:"<\\/style><b>$&"}@font-face{src:url(data:font/woff2,f)}</style>',
  );
  expect(page).not.toContain('rel="stylesheet"');
});

test('it brings its icon and first photo along, for phones alone', () => {
  const page = composePage(parts);
  expect(page).toContain('href="data:icon"');
  expect(page).toContain('<source srcSet="data:photo"/><source srcSet="/assets/a-640.avif 640w"/>');
});

test('its fonts are loaded before the styles ask for them', () => {
  expect(composePage(parts)).toContain(
    '<link rel="preload" as="font" crossorigin href="data:font/woff2,f"><style>',
  );
});

test('its one script knows the files of the program, and none is loaded before', () => {
  const page = composePage(parts);
  expect(page.match(/<script.*?<\/script>/gs)).toEqual([
    '<script type="module" data-program="/assets/main.js /assets/react.js" data-styles="/assets/a.css /assets/b.css" data-reporter="/assets/report.js" data-older="/assets/older.js">load("$&");</script>',
  ]);
});

test.each([
  ['a template without a place for the markup', { template: '<!--app-styles-->' }],
  ['a program of no file', { program: [] }],
  ['a carried file that the page does not name', { carried: new Map([['/x.svg', 'data:x']]) }],
])('%s stops the build', (_case, change) => {
  expect(() => composePage({ ...parts, ...change })).toThrow('the page');
});
