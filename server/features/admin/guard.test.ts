import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { guardAdminRoutes } from './routes.ts';

test('a route without the check keeps the shop from starting', () => {
  const app = Fastify();
  guardAdminRoutes(app);
  const answer = async () => 'secret';
  expect(() => app.get('/api/admin/hole', answer)).toThrow(/not for admins alone/);
  expect(() => app.get('/api/admin', { config: { auth: 'bearer' } }, answer)).toThrow();
  expect(() => app.get('/api/administrators', answer)).not.toThrow();
});
