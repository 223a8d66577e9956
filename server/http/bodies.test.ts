import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { limitFormParts } from './bodies.ts';

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
