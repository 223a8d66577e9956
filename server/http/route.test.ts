import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { verify } from '#contract/health.ts';
import { errorMessages } from '#contract/messages.ts';
import { answerErrors } from './errors.ts';
import { serve } from './route.ts';

test('a call that waits for ever is told so in time', async () => {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('buyer', null);
  app.decorate('authorize', async () => null);
  answerErrors(app);
  serve(app, verify, () => new Promise(() => undefined), { patienceMs: 20 });
  const answer = await app.inject('/api/verify');
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'unavailable', message: errorMessages.unavailable }),
  ]);
  expect(answer.headers['retry-after']).toBe('30');
  await app.close();
});
