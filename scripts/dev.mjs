// npm run dev: Vite on PORT, in front of a server that restarts when its files change.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { findNode } from './lib/node.mjs';
import { bin } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { innerPath, run, script } from './lib/run.mjs';

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

await script(async () => {
  await prepare();
  const node = findNode();
  const port = process.env.PORT ?? '3000';
  const host = process.env.HOST ?? '127.0.0.1';
  const api = await freePort();
  const upstream = { ...process.env, PATH: innerPath, PORT: String(api), HOST: '127.0.0.1' };
  const server = run(node, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    env: { ...upstream, PUBLIC_URL: `http://${host}:${port}` },
  });
  const web = run(node, [bin('vite'), '--port', port, '--host', host, '--strictPort'], {
    env: upstream,
  });
  const first = await Promise.race([server, web]);
  if (!first.signal) process.kill(process.pid, 'SIGTERM');
  const [served, shown] = await Promise.all([server, web]);
  return Math.max(served.code, shown.code);
});
