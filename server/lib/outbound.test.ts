import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import { hasProgram } from '#server/testing/has-program.ts';
import { listen } from '#server/testing/listen.ts';
import { exchangeText, isLocalHost, LocalAddress, lookupPublic } from './outbound.ts';

async function open(server: Server): Promise<number> {
  const { port, close } = await listen(server);
  onTestFinished(close);
  return port;
}
const serve = (answer: RequestListener) => open(createServer(answer));
const local = { mayBeLocal: true, maxBytes: 100 };

test.each([
  ...['127.0.0.1', '127.9.9.9', '2130706433', '0x7f.1', '0.0.0.0', '10.0.0.8', '192.168.1.1'],
  ...['172.16.0.1', '169.254.169.254', '100.64.0.1', '[::1]', '[::]', '[fd00::1]', '[fe80::1]'],
  ...['[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', 'localhost', 'LOCALHOST.', 'ntfy.localhost'],
  ...['impresora', 'ntfy.local', 'metadata.google.internal', '224.0.0.1', '255.255.255.255'],
])('%s is of this machine or a private network', (host) => {
  expect(isLocalHost(new URL(`http://${host}/tema`))).toBe(true);
});

test.each(['ntfy.sh', '8.8.8.8', '[2606:4700::1111]', 'localhost.ntfy.sh', '127.0.0.1.nip.io'])(
  '%s is not, as far as its text says',
  (host) => {
    expect(isLocalHost(new URL(`https://${host}/tema`))).toBe(false);
  },
);

test('a name that leads to this machine is refused when it is connected, before anything is sent', async () => {
  let requests = 0;
  const port = await serve(() => {
    requests += 1;
  });
  for (const all of [true, false]) {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    lookupPublic('localhost', { all }, resolve);
    expect(await promise).toBeInstanceOf(LocalAddress);
  }
  for (const host of ['localhost', '127.0.0.1']) {
    const sent = exchangeText(`http://${host}:${port}/`, { mayBeLocal: false, maxBytes: 100 });
    await expect(sent).rejects.toBeInstanceOf(LocalAddress);
  }
  expect(requests).toBe(0);
});

test('a text is posted, and a redirect is the answer', async () => {
  const bodies: string[] = [];
  const port = await serve(async (request, reply) => {
    bodies.push(`${request.method} ${request.url} ${await text(request)}`);
    reply.writeHead(302, { location: '/otra' }).end('sí');
  });
  const url = `http://127.0.0.1:${port}/tema`;
  const answer = await exchangeText(url, { ...local, method: 'POST', body: 'ñandú' });
  expect(answer).toEqual({ status: 302, text: 'sí', certificate: null });
  expect(bodies).toEqual(['POST /tema ñandú']);
});

test('a long answer is not read, a broken one is an error', async () => {
  const port = await serve((request, reply) => {
    if (request.url === '/broken') reply.destroy();
    else reply.end('x'.repeat(101));
  });
  expect(await exchangeText(`http://127.0.0.1:${port}/`, local)).toMatchObject({ text: null });
  await expect(exchangeText(`http://127.0.0.1:${port}/broken`, local)).rejects.toThrow();
});

test.runIf(hasProgram('/usr/bin', 'openssl'))(
  'a certificate that no browser trusts is refused, or reported',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const kind = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '3'];
    execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
    const files = { key: readFileSync(key), cert: readFileSync(cert) };
    rmSync(folder, { recursive: true });
    const port = await open(createSecureServer(files, (_request, reply) => reply.end('hola')));
    const url = `https://localhost:${port}/`;
    await expect(exchangeText(url, local)).rejects.toThrow();
    const { certificate } = await exchangeText(url, { ...local, acceptsAnyCertificate: true });
    expect(certificate).toEqual({ isValid: false, validUntil: expect.any(Number) });
    expect(certificate?.validUntil).toBeGreaterThan(Date.now() + 2 * DAY_MS);
  },
);
