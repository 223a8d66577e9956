import { expect, test } from 'vitest';
import { startLate } from './start-late.ts';

const BUILT = `<html>
  <head>
    <script type="module" crossorigin src="/assets/index-a.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/part-b.js">
    <link rel="modulepreload" crossorigin href="/assets/part-c.js">
  </head>
  <body><div id="root"></div>
  </body>
</html>`;

test('the head names no script any more; the body’s end loads each of them', () => {
  const [head = '', body = ''] = startLate(BUILT).split('</head>');
  expect(head).not.toMatch(/script|modulepreload/);
  expect(body).toContain('["/assets/index-a.js","/assets/part-b.js","/assets/part-c.js"]');
  expect(body.match(/<script>/g)).toHaveLength(1);
  expect(body.trimEnd().endsWith('</script>\n  </body>\n</html>')).toBe(true);
});

test('a page without a script is not a page of ours', () => {
  expect(() => startLate('<html><body></body></html>')).toThrow('names no script');
});
