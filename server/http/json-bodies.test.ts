import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { MAX_BODY_VALUES } from '#contract/base/route.ts';
import { readJsonBodies } from './bodies.ts';

async function countTurns(bytes: number, requests: number): Promise<number> {
  const app = Fastify();
  readJsonBodies(app);
  const turns = new Set<number>();
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  app.post('/', async () => {
    turns.add(turn);
    return {};
  });
  await app.ready();
  count();
  const payload = { text: 'a'.repeat(bytes) };
  const sent = Array.from({ length: requests }, () =>
    app.inject({ method: 'POST', url: '/', payload }),
  );
  for (const { statusCode } of await Promise.all(sent)) expect(statusCode).toBe(200);
  isOver = true;
  await app.close();
  return turns.size;
}

test('large bodies that arrive at once are parsed in a turn of the event loop each', async () => {
  expect(await countTurns(100_000, 10)).toBe(10);
});

test('small ones do not wait', async () => {
  expect(await countTurns(1000, 10)).toBeLessThan(10);
});

test('a body in another encoding than UTF-8 is refused, not stored with other signs', async () => {
  const app = Fastify();
  readJsonBodies(app);
  app.post('/', async ({ body }) => ({ read: body }));
  const send = (encoding: BufferEncoding) =>
    app.inject({
      ...{ method: 'POST', url: '/', headers: { 'content-type': 'application/json' } },
      payload: Buffer.from('{"name":"José"}', encoding),
    });
  expect((await send('utf8')).json()).toEqual({ read: { name: 'José' } });
  expect((await send('latin1')).json()).toMatchObject({ code: 'invalid_json' });
  await app.close();
});

test('a body with too many values is rejected unparsed, with any texts in it', async () => {
  const app = Fastify();
  readJsonBodies(app);
  app.post('/', async () => ({}));
  const headers = { 'content-type': 'application/json' };
  const send = async (payload: string) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/', headers, payload });
    return statusCode === 200 ? 'read' : body.includes('validation_failed') ? 'refused' : body;
  };
  const list = (values: number, each: string) => `[${Array(values).fill(each).join(',')}]`;
  expect(await send(list(MAX_BODY_VALUES, '"a"'))).toBe('read');
  expect(await send(list(MAX_BODY_VALUES + 1, '"a"'))).toBe('refused');
  expect(await send(list(MAX_BODY_VALUES / 2 + 1, '[7]'))).toBe('refused');
  expect(await send(list(MAX_BODY_VALUES / 2 + 1, '{"":0}'))).toBe('refused');
  // Not even JSON.
  expect(await send(`"${'\\'.repeat(40_000)}"${'['.repeat(MAX_BODY_VALUES + 1)}`)).toBe('refused');
  const text = JSON.stringify(`\\"${',[{"\\'.repeat(MAX_BODY_VALUES)}`);
  expect(await send(list(3, text))).toBe('read');
  await app.close();
});

test('a body that is no JSON is refused, long or short', async () => {
  const app = Fastify();
  readJsonBodies(app);
  app.post('/', async () => ({}));
  for (const payload of ['{', `{${' '.repeat(100_000)}`]) {
    const headers = { 'content-type': 'application/json' };
    expect((await app.inject({ method: 'POST', url: '/', headers, payload })).statusCode).toBe(400);
  }
  await app.close();
});
