// npm run dev: Vite on PORT, in front of a server that restarts when its files change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#server/testing/free-port.ts';

const { PORT = '3000', HOST = '127.0.0.1' } = process.env;
const env = { ...process.env, PORT: String(await freePort()), HOST: '127.0.0.1' };

const server = spawn('node', ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...env, PUBLIC_URL: `http://${HOST}:${PORT}` },
});
const web = spawn('vite', ['--port', PORT, '--host', HOST, '--strictPort'], {
  stdio: 'inherit',
  env,
});
const end = () => [server, web].map((child) => child.kill());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
const [code] = await Promise.race([once(server, 'exit'), once(web, 'exit')]);
end();
process.exitCode = code ?? 0;
