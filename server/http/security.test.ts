import { describe, expect, test } from 'vitest';
import { openShop, type TestShop } from '#server/testing/shop.ts';
import { useShop } from '#server/testing/use-shop.ts';

const OURS = 'https://tienda.cl';

describe('headers', () => {
  const shop = useShop('sqlite', { env: { CORS_ORIGINS: `${OURS},http://localhost:5173` } });

  test.each([
    ...['/', '/api/verify', '/api/nope', '/files/none.webp', '/assets/main-abc.js'],
    ...['POST /api/nope', 'DELETE /api/verify'],
    ...['/%zz', '/api/%ff', 'POST /%'],
  ])('of %s forbid what the shop never does', async (call) => {
    const [path = '', method = 'GET'] = call.split(' ').reverse();
    const { headers } = await shop.fetch(path, { method });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.has('x-powered-by')).toBe(false);
  });

  test('allow the configured origins, and only them', async () => {
    for (const origin of [OURS, 'http://localhost:5173']) {
      const { headers } = await shop.fetch('/api/verify', { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('vary')).toMatch(/origin/i);
    }
    for (const origin of ['https://mala.cl', 'null', `${OURS}.mala.cl`, 'http://tienda.cl']) {
      const { headers } = await shop.fetch('/api/verify', { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('let them ask before a %s', async (method) => {
    const response = await shop.fetch('/api/orders', {
      method: 'OPTIONS',
      headers: {
        origin: OURS,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toContain(method);
    const allowed = response.headers.get('access-control-allow-headers') ?? '';
    for (const name of ['authorization', 'content-type', 'idempotency-key']) {
      expect(allowed).toContain(name);
    }
  });

  test('answer an OPTIONS that is no preflight without a text of the plugin', async () => {
    const response = await shop.fetch('/api/orders', { method: 'OPTIONS' });
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  test('expose the headers that a client of another origin needs', async () => {
    const { headers } = await shop.fetch('/api/verify', { headers: { origin: OURS } });
    const exposed = headers.get('access-control-expose-headers') ?? '';
    for (const name of ['idempotency-replayed', 'retry-after', 'x-request-id']) {
      expect(exposed).toContain(name);
    }
  });
});

test('without configured origins no other origin is allowed', async () => {
  const shop = await openShop('sqlite');
  const { headers } = await shop.fetch('/api/verify', { headers: { origin: OURS } });
  expect(headers.get('access-control-allow-origin')).toBeNull();
  await shop.close();
});

test('Firebase’s hosts are allowed when it is the identity provider, and only then', async () => {
  const firebase = {
    AUTH_PROVIDER: 'firebase',
    FIREBASE_PROJECT_ID: 'pines-prueba',
    FIREBASE_API_KEY: 'llave',
    FIREBASE_AUTH_DOMAIN: 'pines-prueba.firebaseapp.com',
  };
  const hosts = /apis\.google|identitytoolkit|securetoken|firebaseapp|127\.0\.0\.1:9099/;
  const embedded = await openShop('sqlite');
  const chosen = await openShop('sqlite', { env: firebase });
  const emulated = await openShop('sqlite', {
    env: { ...firebase, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
  });
  const policyOf = async (shop: TestShop) =>
    (await shop.fetch('/')).headers.get('content-security-policy') ?? '';
  expect(await policyOf(embedded)).not.toMatch(hosts);
  const policy = await policyOf(chosen);
  expect(policy).toContain("script-src 'self' https://apis.google.com");
  expect(policy).toContain('frame-src https://pines-prueba.firebaseapp.com');
  expect(policy).toMatch(/connect-src [^;]*identitytoolkit[^;]*securetoken/);
  expect(await policyOf(emulated)).toContain('frame-src http://127.0.0.1:9099');
  for (const shop of [embedded, chosen, emulated]) await shop.close();
});
