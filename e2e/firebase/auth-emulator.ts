import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START_LIMIT_MS = 120_000;
/** Time to exit before it is killed. */
const PATIENCE_MS = 10_000;
const PROGRAM = 'node_modules/firebase-tools/lib/bin/firebase.js';

export type AuthEmulator = {
  /** Such as `127.0.0.1:9099`. */
  host: string;
  /** Stops it with all its child processes. */
  stop: () => Promise<void>;
};

/**
 * Starts Firebase's Auth emulator on free ports, without any network access.
 * @param folder the installation of firebase-tools
 * @throws Error with its output if it does not start
 */
export async function startAuthEmulator(folder: string): Promise<AuthEmulator> {
  const work = await mkdtemp(join(tmpdir(), 'pines-emulator-'));
  const [auth = 0, hub = 0, logging = 0] = await freePorts(3);
  const at = (port: number) => ({ host: '127.0.0.1', port });
  const emulators = {
    auth: at(auth),
    hub: at(hub),
    logging: at(logging),
    ui: { enabled: false },
    singleProjectMode: true,
  };
  await writeFile(join(work, 'firebase.json'), JSON.stringify({ emulators }));
  const args = ['emulators:start', '--only', 'auth', '--project', 'demo-pines'];
  const child = spawn(process.execPath, [join(folder, PROGRAM), ...args], {
    cwd: work,
    // Its own process group, so that child processes end with it. Nothing is stored in the home
    // folder.
    detached: true,
    env: { PATH: process.env.PATH ?? '', HOME: work, XDG_CONFIG_HOME: work, CI: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const log = createWriteStream(join(work, 'said.txt'));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
      log.write(chunk);
    });
  }
  const stop = async () => {
    await end(child);
    log.end();
    await rm(work, { recursive: true, force: true });
  };
  const host = `127.0.0.1:${auth}`;
  try {
    await answering(`http://${host}/`, child);
  } catch (cause) {
    await stop();
    throw new Error(`the emulator did not start: ${cause}\n${said}`, { cause });
  }
  return { host, stop };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(200);
  }
  throw new Error(`no answer within ${START_LIMIT_MS / 1000} s`);
}

async function end(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  process.kill(-pid, 'SIGINT');
  const isGone = await Promise.race([gone.then(() => true), sleep(PATIENCE_MS, false)]);
  if (isGone) return;
  process.kill(-pid, 'SIGKILL');
  await gone;
}

/** Returns different free ports of this machine. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no free port');
    return address.port;
  });
  for (const server of servers) server.close();
  await Promise.all(servers.map((server) => once(server, 'close')));
  return ports;
}
