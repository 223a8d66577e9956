import { describe, expect, test } from 'vitest';
import { until } from '#server/testing/jobs.ts';
import { useShopProcess } from '#server/testing/use-home.ts';
import { withoutPersons } from './routes.ts';

describe('errors that browsers report', () => {
  const shop = useShopProcess('sqlite', { LOG_LEVEL: 'warn', RATE_LIMITS: 'on' });

  const at = ['/assets/main-a1b2.js:1:23456'];
  const send = (json: object) => shop.call('/api/browser-errors', { method: 'POST', json });
  const reports = () =>
    shop
      .output()
      .split('\n')
      .filter((line) => line.includes('"browser error"'));

  test.each([
    ['a large one', { name: 'E', message: 'x'.repeat(5000), at }, 413],
    ['one of two lines', { name: 'E', message: 'a\nb', at }, 400],
    ['one without a place', { name: 'E', message: 'a' }, 400],
  ])('%s is refused', async (_name, report, status) => {
    expect((await send(report)).status).toBe(status);
  });

  test('become one log line each, without personal data, up to a limit', async () => {
    const message = 'no user rosa@correo.cl, 987654321 in "Rosa Soto"';
    expect((await send({ name: 'TypeError', message, at })).status).toBe(202);
    await until(() => reports().length === 1);
    expect(JSON.parse(reports()[0] ?? '')).toMatchObject({
      ...{ level: 40, name: 'TypeError', message: 'no user … … in "…"', at },
    });
    expect(shop.output()).not.toMatch(/rosa|987654|Soto|127\.0\.0\.1.*browser/i);

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => send({ name: 'E', message: `${n}`, at })),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(16);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14);
    await until(() => reports().length === 17);
  });
});

test.each([
  [
    "Cannot read properties of undefined (reading 'crop')",
    "Cannot read properties of undefined (reading 'crop')",
  ],
  ["'Rosa Soto' is not a name", "'…' is not a name"],
  ['Unexpected token R, "Rosa" is not valid JSON', 'Unexpected token R, "…" is not valid JSON'],
  ['failed https://pines.cl/?token=abc', 'failed …'],
  ['call +56 9 8765 4321', 'call …'],
])('%s is written as %s', (message, written) => {
  expect(withoutPersons(message)).toBe(written);
});
