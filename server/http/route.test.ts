import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { line, mustBe, success } from '#contract/base/fields.ts';
import { errorMessages } from '#contract/base/messages.ts';
import { defineRoute } from '#contract/base/route.ts';
import { verify } from '#contract/health/health.ts';
import { answerErrors } from './errors.ts';
import { serializeAnswers, serve, succeed } from './route.ts';

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializeAnswers);
  app.decorateRequest('buyer', null);
  app.decorate('clock', () => 1000);
  app.decorate('authorize', async () => null);
  answerErrors(app);
});
afterEach(() => app.close());

test('a call that waits for ever is answered with a timeout', async () => {
  serve(app, verify, () => new Promise(() => undefined), { patienceMs: 20 });
  const answer = await app.inject('/api/verify');
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'unavailable', message: errorMessages.unavailable }),
  ]);
  expect(answer.headers['retry-after']).toBe('30');
});

describe('a new route with a body', () => {
  const named = z.object({ name: line(5), age: z.number({ error: mustBe('un número') }) });
  const frame = { auth: 'none', summary: 'A new route', status: 200 } as const;
  const answer = success({ seen: z.unknown() });
  const post = (body: unknown) =>
    app.inject({ method: 'POST', url: '/api/new', payload: JSON.stringify(body), headers: json });
  const json = { 'content-type': 'application/json' };

  test('rejects a wrong one: 400 with every field, without any code in the route', async () => {
    const route = defineRoute('POST', '/new', { ...frame, body: named, answer });
    let calls = 0;
    serve(app, route, async () => succeed({ seen: calls++ }));
    const fields = {
      name: 'El texto es demasiado largo (máximo 5 caracteres)',
      age: 'Falta este dato',
    };
    const refused = await post({ name: 'too long' });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        success: false,
        code: 'validation_failed',
        message: Object.values(fields).join('. '),
        fields,
      },
    ]);
    expect(Object.keys((await post([])).json().fields)).toEqual(['body']);
    expect(calls).toBe(0);
  });

  test('passes the parsed one to its handler, without unknown fields', async () => {
    const route = defineRoute('POST', '/new', { ...frame, body: named, answer });
    serve(app, route, async ({ body }) => succeed({ seen: body }));
    const { seen } = (await post({ name: ' Ana ', age: 3, isAdmin: true })).json();
    expect(seen).toEqual({ name: 'Ana', age: 3 });
  });

  test.each(['\0', 'a\ud83d', '\ude00b'])(
    'takes no text that databases change, though its schema would: %j',
    async (wrong) => {
      const body = z.object({ name: z.string(), all: z.array(z.object({ note: z.string() })) });
      serve(app, defineRoute('POST', '/new', { ...frame, body, answer }), async () =>
        succeed({ seen: true }),
      );
      const refused = await post({ name: wrong, all: [{ note: 'a' }, { note: wrong }] });
      const text = 'El texto tiene caracteres no permitidos';
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { code: 'validation_failed', fields: { name: text, 'all.1.note': text } },
      ]);
      expect((await post({ name: '😀', all: [] })).statusCode).toBe(200);
    },
  );

  test('may have rules that depend on the user and the time', async () => {
    const body = ({ isGuest, now }: { isGuest: boolean; now: number }) =>
      z.object({ at: z.number().check(z.maximum(now, { error: isGuest ? 'late' : 'no' })) });
    serve(app, defineRoute('POST', '/new', { ...frame, body, answer }), async () =>
      succeed({ seen: true }),
    );
    expect((await post({ at: 1000 })).statusCode).toBe(200);
    expect((await post({ at: 1001 })).json().fields).toEqual({ at: 'late' });
  });
});

describe('an answer of a route', () => {
  const person = z.object({ name: z.string(), phones: z.array(z.object({ digits: z.string() })) });
  const answer = success({ people: z.array(person), note: z.optional(z.string()) });
  const route = defineRoute('GET', '/people', {
    auth: 'none',
    summary: 'A new route',
    status: 200,
    answer,
  });

  test('is sent without fields that are not in its schema, at any depth', async () => {
    const phone = { digits: '9', owner: 'secret' };
    const ana = { name: 'Ana', phones: [phone], password: 'secret' };
    serve(app, route, async () => ({ ...succeed({ people: [ana, ana] }), token: 'secret' }));
    const { statusCode, body } = await app.inject('/api/people');
    const seen = { name: 'Ana', phones: [{ digits: '9' }] };
    expect([statusCode, JSON.parse(body)]).toEqual([200, { success: true, people: [seen, seen] }]);
  });

  test.each([
    ['a part of another kind', { name: 'secret', phones: [{ digits: 9 }] }],
    ['a part that is missing', { phones: [], nickname: 'secret' }],
  ])('is never sent when it breaks its schema: %s', async (_name, wrong: unknown) => {
    serve(app, route, async () => JSON.parse(JSON.stringify(succeed({ people: [wrong] }))));
    const { statusCode, body } = await app.inject('/api/people');
    expect([statusCode, JSON.parse(body).code]).toEqual([500, 'internal_error']);
    expect(body).not.toContain('secret');
  });
});
