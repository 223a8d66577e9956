import { expect, test } from 'vitest';
import { routes } from './routes.ts';

const calls = routes.map(
  ({ method, path, auth, status = 200 }) => `${method} ${path} ${auth} ${status}`,
);

test('the calls stand under their fixed addresses', () => {
  expect(calls).toEqual(
    expect.arrayContaining([
      'POST /upload optional 201',
      'POST /orders optional 201',
      'POST /discount-codes/validate optional 200',
      'POST /discount-codes/apply bearer 200',
      'GET /config none 200',
      'GET /health none 200',
      'GET /verify none 200',
      'GET /verify/test-db none 200',
      'GET /cors-test none 200',
    ]),
  );
});

test("the panel's calls stand under their fixed addresses", () => {
  const fixed = {
    GET: '/check /dashboard /dashboard/main /dashboard/activity /dashboard/metrics /settings /orders /orders/stats /orders/{id} /discounts/ /discounts/stats /users /users/stats /users/{uid}',
    POST: '/discounts/ /orders/{id}/restore',
    PATCH:
      '/orders/{id}/status /orders/{id}/notes /discounts/{id}/toggle /users/{uid}/role /users/{uid}/status',
    DELETE: '/orders/{id} /discounts/{id}',
  };
  for (const [method, paths] of Object.entries(fixed)) {
    for (const path of paths.split(' ')) {
      expect(calls).toContainEqual(expect.stringContaining(`${method} /admin${path} admin `));
    }
  }
});

test('no call is listed twice', () => {
  expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length);
});

test('every call has a path below /api, a summary and a success frame for its answer', () => {
  for (const { path, summary, answer } of routes) {
    expect(path).toMatch(/^(\/([a-z0-9-]+|\{[a-zA-Z]+\}))+\/?$/);
    expect(path).not.toMatch(/^\/api/);
    expect(summary).not.toBe('');
    expect(answer.safeParse({}).success, path).toBe(false);
    expect(answer.safeParse({ success: 'yes' }).success, path).toBe(false);
  }
});

test('a call that only reads takes no body', () => {
  for (const route of routes) if (route.method === 'GET') expect(route).not.toHaveProperty('body');
});
