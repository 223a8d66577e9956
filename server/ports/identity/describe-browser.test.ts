import { describe, expect, test } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/142.0.0.0 Safari/537.36`;
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${KHTML}`;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64';

describe('the browser that a User-Agent names', () => {
  test.each([
    ['Chrome · Windows', WINDOWS],
    ['Chrome · macOS', `${MAC} ${KHTML} Chrome/142.0.0.0 Safari/537.36`],
    ['Chrome · Linux', `${LINUX}) ${KHTML} HeadlessChrome/142.0.0.0 Safari/537.36`],
    ['Chrome · Android', `${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`],
    ['Chrome · iPhone', `${IPHONE} (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1`],
    ['Edge · Windows', `${WINDOWS} Edg/142.0.0.0`],
    ['Edge · Android', `${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`],
    ['Edge · iPad', `${IPAD} (KHTML, like Gecko) Version/18.0 EdgiOS/142.0 Safari/604.1`],
    ['Opera · Windows', `${WINDOWS} OPR/125.0.0.0`],
    ['Opera · iPhone', `${IPHONE} (KHTML, like Gecko) Version/18.6 Safari/604.1 OPT/5.0`],
    ['Samsung Internet · Android', `${ANDROID} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`],
    ['Firefox · Windows', 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0'],
    ['Firefox · Linux', `${LINUX}; rv:145.0) Gecko/20100101 Firefox/145.0`],
    ['Firefox · Android', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
    ['Firefox · iPhone', `${IPHONE} (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
    ['Safari · macOS', `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1`],
    ['Safari · iPhone', `${IPHONE} (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1`],
    ['Safari · iPad', `${IPAD} (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1`],
  ])('is %s', (name, userAgent) => {
    expect(describeBrowser(userAgent)).toBe(name);
    expect(name.length).toBeLessThanOrEqual(40);
  });

  test.each([
    undefined,
    '',
    'curl/8.5.0',
    'Firefox/145.0',
    'Mozilla/5.0 (Windows NT 10.0)',
    `${LINUX}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
    `${MAC} <script>alert(1)</script>\u0000`,
    'ñ'.repeat(100_000),
  ])('is unknown in %j', (userAgent) => {
    expect(describeBrowser(userAgent)).toBeNull();
  });

  test('shows nothing else of what was sent', () => {
    expect(describeBrowser(`${WINDOWS} <b>ana@correo.cl</b>`)).toBe('Chrome · Windows');
  });
});
