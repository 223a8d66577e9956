import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { openConnection } from '#server/testing/raw-http.ts';
import { endBodies, limitFormParts } from './bodies.ts';

/** Returns the body that a form's parser gets. */
async function receive(type: string, payload: string): Promise<string> {
  const app = Fastify();
  app.addContentTypeParser(/^multipart\//, (_request, _payload, done) => done(null));
  limitFormParts(app);
  app.post('/', async ({ raw }) => (await buffer(raw)).toString('latin1'));
  const headers = { 'content-type': type };
  const { body } = await app.inject({ method: 'POST', url: '/', headers, payload });
  await app.close();
  return body;
}

const part = (name: string) => `\r\n--a\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1`;

test.each([
  'multipart/form-data; boundary=a',
  'multipart/form-data; boundary="a"',
  'multipart/form-data; charset=utf-8; boundary=a',
  'Multipart/Form-Data;boundary=a; charset=UTF-8',
  'multipart/form-data; boundary=a; boundary=b',
  "multipart/form-data; boundary*=utf-8''%61",
  'multipart/mixed; x=y; boundary=a',
])('a form of type %s reaches its parser whole, and no larger', async (type) => {
  const form = `${Array.from({ length: 550 }, (_, at) => part(`items${at}`)).join('')}\r\n--a--`;
  expect(await receive(type, form)).toBe(form);
  for (const each of ['\r\n--a', '--a\r\n', '\r\n--a\r\n\r\n']) {
    const received = await receive(type, each.repeat(5000));
    expect(received.length).toBe(each.length * 5000);
    expect(received.split('--a').length).toBeLessThan(610);
  }
});

test.each(['a'.repeat(10), 'a'.repeat(100_000)])(
  'a connection serves the next request after a refused body without a length',
  async (body) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const app = Fastify();
    endBodies(app);
    app.addHook('onRequest', async ({ method }, reply) => {
      if (method === 'POST') return reply.code(401).send({});
    });
    app.get('/', async () => ({}));
    const client = await openConnection(await app.listen({ port: 0, host: '127.0.0.1' }));
    const head = 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n';
    await client.send(`${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    await client.answer();
    vi.runAllTimers();
    await client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await client.answer(/ 200 .*\}$/s)).toContain('HTTP/1.1 200');
    vi.useRealTimers();
    client.abort();
    await app.close();
  },
);
