import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { hasProgram } from './has-program.ts';

/** A load balancer on loopback. */
export type Nginx = { url: string; close: () => Promise<void> };

/** Returns the folder of nginx; null when it is not installed. */
export function findNginx(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.find((folder) => hasProgram(folder, 'nginx')) ?? null;
}

/** Starts nginx with the configuration of `docs/operations.md`, in front of shops at these ports. */
export async function startNginx(folder: string, ports: readonly number[]): Promise<Nginx> {
  const program = findNginx();
  if (program === null) throw new Error('nginx is not installed (Debian: apt-get install nginx)');
  const port = await freePort();
  const home = join(folder, 'nginx');
  await mkdir(home, { recursive: true });
  const file = join(home, 'nginx.conf');
  await writeFile(file, describe(home, port, ports));
  const child = spawn(
    join(program, 'nginx'),
    ['-p', home, '-c', file, '-e', join(home, 'error.log')],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with code ${child.exitCode}`);
    await sleep(50);
  }
  return {
    url,
    close: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      await rm(home, { recursive: true, force: true });
    },
  };
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

function describe(home: string, port: number, ports: readonly number[]): string {
  const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(home, name)};`,
  );
  return `daemon off;
worker_processes 1;
pid ${join(home, 'pid')};
events { worker_connections 512; }
http {
  access_log off;
  ${folders.join('\n  ')}
  client_max_body_size 6m;
  upstream shop { ${servers.join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://shop;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`;
}
