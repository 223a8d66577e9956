import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childrenOf } from './children.ts';
import { hasProgram } from './has-program.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const TRUSTED = 'etc/ssl/certs/ca-certificates.crt';
const BIG = { maxBuffer: 2 ** 26 };
/** The two ends of the cable between this machine and the other. */
const CABLE = { name: 'pines-test', here: '10.213.77.1', there: '10.213.77.2' };
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** A Debian of its own, with systemd and a network that reaches only the package registries. */
export type Machine = {
  /** The folder of its root. */
  folder: string;
  address: string;
  /** Runs a shell command as root. */
  run: (command: string) => Promise<{ code: number | null; says: string }>;
  close: () => Promise<void>;
};

/** Returns the path of systemd-nspawn; null without it, `ip` or shellcheck. */
export function findMachineTools(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const find = (name: string) => folders.find((folder) => hasProgram(folder, name));
  return (['ip', 'shellcheck'].every((name) => find(name)) && find('systemd-nspawn')) || null;
}

/** @param suite such as `bookworm`, @param domain a name that leads to itself */
export async function bootMachine(suite: string, domain: string): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), `pines-${suite}-`));
  await run('tar', ['--extract', '--file', await makeDebian(suite), '--directory', folder]);
  // Its services have accounts of their own.
  await chmod(folder, 0o755);
  await copyFile(join('/', TRUSTED), join(folder, TRUSTED));
  await writeFile(join(folder, 'etc/hosts'), `127.0.0.1 localhost ${domain}\n`);
  const boot = [
    'umount --recursive /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec systemd-nspawn',
    '--register=no --keep-unit --quiet --resolv-conf=off --boot --directory "$0"',
    `--network-veth-extra=${CABLE.name}:host0`,
  ].join(' ');
  const nspawn = spawn('unshare', ['--mount', 'sh', '-c', boot, folder], { stdio: 'ignore' });
  const ended = once(nspawn, 'exit');

  const env: Record<string, string> = { PATH, HOME: '/root', LANG: 'C.UTF-8' };
  const inside: Machine['run'] = async (command) => {
    const [leader] = childrenOf(nspawn.pid ?? 0);
    const values = Object.entries(env).map((pair) => pair.join('='));
    const enter = [`--target=${leader}`, '--all', '--', 'env', '-i', '--chdir=/root', ...values];
    const child = spawn('nsenter', [...enter, 'sh', '-c', command], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const says = Promise.all([text(child.stdout), text(child.stderr)]);
    await once(child, 'close');
    return { code: child.exitCode, says: (await says).join('') };
  };
  while (!/^(running|degraded)/.test((await inside('systemctl is-system-running')).says)) {
    if (nspawn.exitCode !== null) throw new Error('the machine did not boot');
    await sleep(500);
  }
  await run('ip', ['address', 'add', `${CABLE.here}/30`, 'dev', CABLE.name]);
  await run('ip', ['link', 'set', CABLE.name, 'up']);
  await inside(`ip address add ${CABLE.there}/30 dev host0; ip link set host0 up`);
  const proxy = await openProxy();
  const at = `http://${CABLE.here}:${proxy.port}`;
  Object.assign(env, { https_proxy: at, http_proxy: at, NODE_EXTRA_CA_CERTS: `/${TRUSTED}` });
  env.no_proxy = 'localhost,127.0.0.1';
  return {
    folder,
    address: CABLE.there,
    run: inside,
    close: async () => {
      nspawn.kill('SIGTERM');
      await ended;
      await proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeDebian(suite: string): Promise<string> {
  const tar = join(ROOT, `.cache/${suite}.tar`);
  if (existsSync(tar)) return tar;
  const folder = await mkdtemp(join(tmpdir(), 'pines-debian-'));
  const include = '--include=systemd-sysv,dbus,iproute2,ca-certificates';
  await run('debootstrap', ['--variant=minbase', include, suite, folder], BIG);
  // What is written here is thrown away.
  await writeFile(join(folder, 'etc/dpkg/dpkg.cfg.d/fast'), 'force-unsafe-io\n');
  await mkdir(dirname(tar), { recursive: true });
  await run('tar', ['--create', '--file', `${tar}.half`, '--directory', folder, '.']);
  await rename(`${tar}.half`, tar);
  await rm(folder, { recursive: true });
  return tar;
}

/** A forward proxy on the cable, since the machine has no other way out. */
async function openProxy(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const onward = request(incoming.url ?? '', { headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', ({ url = '' }, client, head) => {
    const [host = '', port = ''] = url.split(':');
    const onward = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.write(head);
      onward.pipe(client).pipe(onward);
    });
    onward.on('error', () => client.destroy());
    client.on('error', () => onward.destroy());
  });
  server.listen(0, CABLE.here);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
