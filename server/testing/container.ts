import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { hasProgram } from './has-program.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
/** A minimal Debian, built once, so that no image has to be downloaded. */
const DEBIAN = join(ROOT, '.cache/debian.tar');
const PROGRAMS = ['podman', 'buildah', 'crun', 'debootstrap'];
/** The trusted certificates of this machine, for npm in the container. */
const TRUSTED = 'etc/ssl/certs/ca-certificates.crt';

/** Podman with a separate storage. */
export type Podman = {
  /** Runs a command. @returns what it printed. @throws when it fails */
  run: (...args: string[]) => Promise<string>;
  close: () => Promise<void>;
};

/**
 * Returns the path of Podman; null when it, or the program that makes its base image, is not
 * installed.
 */
export function findPodman(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const find = (name: string) => folders.find((folder) => hasProgram(folder, name));
  return (PROGRAMS.every((name) => find(name)) && find('podman')) || null;
}

/** Opens Podman on a machine with both versions of cgroups: crun rejects that, so v2 is hidden. */
export async function openPodman(): Promise<Podman> {
  const home = await mkdtemp(join(tmpdir(), 'pines-podman-'));
  const hide = 'umount /sys/fs/cgroup/unified 2>/dev/null; echo ready; exec sleep infinity';
  const view = spawn('unshare', ['--mount', 'sh', '-c', hide], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => view.stdout.once('data', resolve));
  const enter = ['--mount', `--target=${view.pid}`, 'podman'];
  const own = [`--root=${join(home, 'images')}`, `--runroot=${join(home, 'run')}`];
  const podman: Podman = {
    run: async (...args) => {
      const { stdout } = await run('nsenter', [...enter, ...own, ...args], { maxBuffer: 2 ** 26 });
      return stdout;
    },
    close: async () => {
      await podman.run('rm', '--all', '--force', '--time=1').catch(() => '');
      await podman.run('system', 'reset', '--force').catch(() => '');
      await end(view);
      await rm(home, { recursive: true, force: true });
    },
  };
  return podman;
}

async function end(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await exit;
}

/** Builds the shop's image as the Containerfile says, on two bases made on this machine. */
export async function buildImage({ run: podman }: Podman, name: string): Promise<void> {
  await makeDebian();
  await podman('import', DEBIAN, 'localhost/debian');
  const folder = await mkdtemp(join(tmpdir(), 'pines-base-'));
  await run('tar', ['--extract', '--file', DEBIAN, '--directory', folder]);
  await addNode(folder);
  const tar = `${folder}.tar`;
  await run('tar', ['--create', '--file', tar, '--directory', folder, '.']);
  await podman('import', tar, 'localhost/debian-node');
  await Promise.all([folder, tar].map((path) => rm(path, { recursive: true })));
  const bases = ['BASE=localhost/debian', 'BUILD_BASE=localhost/debian-node'];
  await podman(
    ...['build', '--format=docker', '--network=host', '--isolation=chroot', '--pull=never'],
    ...['--ulimit=nofile=1024:1024', ...bases.map((base) => `--build-arg=${base}`)],
    ...[`--tag=${name}`, ROOT],
  );
}

async function makeDebian(): Promise<void> {
  if (existsSync(DEBIAN)) return;
  const folder = await mkdtemp(join(tmpdir(), 'pines-debian-'));
  await run('debootstrap', ['--variant=minbase', 'bookworm', folder], { maxBuffer: 2 ** 26 });
  await mkdir(dirname(DEBIAN), { recursive: true });
  const skip = ['cache', 'lib/apt/lists'].map((path) => `--exclude=./var/${path}/*`);
  const half = `${DEBIAN}.half`;
  await run('tar', ['--create', ...skip, '--file', half, '--directory', folder, '.']);
  await rename(half, DEBIAN);
  await rm(folder, { recursive: true });
}

/** Adds this machine's Node and npm to a base, like an official Node image. */
async function addNode(folder: string): Promise<void> {
  await cp(process.execPath, join(folder, 'usr/bin/node'));
  const { stdout } = await run('sh', ['-c', 'command -v npm']);
  const npm = dirname(dirname(realpathSync(stdout.trim())));
  await cp(npm, join(folder, 'usr/lib/node_modules/npm'), { recursive: true, dereference: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/bin/npm'));
  await mkdir(join(folder, 'usr/etc'), { recursive: true });
  await mkdir(join(folder, dirname(TRUSTED)), { recursive: true });
  await cp(join('/', TRUSTED), join(folder, TRUSTED), { dereference: true });
  await writeFile(join(folder, 'usr/etc/npmrc'), `cafile=/${TRUSTED}\n`);
}
