import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, PutBucketAclCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './free-port.ts';
import { hasProgram } from './has-program.ts';

const run = promisify(execFile);
const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];
const KEY = { accessKeyId: 'PINESTESTS', secretAccessKey: 'a secret that only the tests know' };
const REGION = 'default';

/**
 * A real S3-compatible server on loopback, which stores its files in memory and checks signatures.
 */
export type ObjectServer = {
  client: S3Client;
  /** Creates a bucket. @returns the variables of a shop that stores its files there */
  addBucket: (name: string, options?: { isPublic?: boolean }) => Promise<Record<string, string>>;
  /** Ends the process that answers requests; the files stay. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  close: () => Promise<void>;
};

/** Returns the folder of Ceph's programs; null when one is not installed. */
export function findRadosgw(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.find((folder) => PROGRAMS.every((name) => hasProgram(folder, name))) ?? null;
}

/** Starts Ceph's S3 server with one monitor and one store in memory; it takes about 15 seconds. */
export async function startRadosgw(): Promise<ObjectServer> {
  const programs = findRadosgw();
  if (programs === null) throw new Error('radosgw is not installed (Debian: radosgw, ceph-mon, …)');
  const home = await mkdtemp(join(tmpdir(), 'pines-ceph-'));
  const [fsid, osd] = [randomUUID(), randomUUID()];
  const [monitorPort, port] = [await freePort(), await freePort()];
  const config = join(home, 'ceph.conf');
  await writeFile(config, describe({ home, fsid, monitorPort, port }));
  for (const name of ['run', 'mon', 'osd', 'rgw']) await mkdir(join(home, name));
  const children: ChildProcess[] = [];
  const begin = (name: string, ...args: string[]) => {
    const child = spawn(join(programs, name), ['--conf', config, '-f', ...args], {
      stdio: 'ignore',
    });
    children.push(child);
    return child;
  };
  const ask = (name: string, ...args: string[]) =>
    run(join(programs, name), ['--conf', config, ...args], { timeout: 60_000 });

  const map = join(home, 'monmap');
  const monitor = `[v2:127.0.0.1:${monitorPort}]`;
  await ask('monmaptool', '--create', '--addv', 'a', monitor, '--fsid', fsid, map);
  await ask('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
  begin('ceph-mon', '-i', 'a');
  await ask('ceph-osd', '--mkfs', '-i', '0', '--osd-uuid', osd);
  await ask('ceph', 'osd', 'new', osd);
  begin('ceph-osd', '-i', '0');
  const { accessKeyId, secretAccessKey } = KEY;
  const user = ['--uid=shop', '--display-name=shop', `--access-key=${accessKeyId}`];
  await ask('radosgw-admin', 'user', 'create', ...user, `--secret=${secretAccessKey}`);

  const endpoint = `http://127.0.0.1:${port}`;
  let gateway: ChildProcess;
  const resume = async () => {
    gateway = begin('radosgw', '-n', 'client.rgw');
    await untilAnswered(endpoint, gateway);
  };
  // A clean stop: after a kill, the next one would wait half a minute.
  const pause = () => end(gateway, 'SIGTERM');
  await resume();
  const client = new S3Client({
    ...{ region: REGION, endpoint, credentials: KEY, forcePathStyle: true },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  return {
    client,
    addBucket: async (Bucket, { isPublic = false } = {}) => {
      await client.send(new CreateBucketCommand({ Bucket }));
      if (isPublic) await client.send(new PutBucketAclCommand({ Bucket, ACL: 'public-read' }));
      return {
        S3_BUCKET: Bucket,
        S3_REGION: REGION,
        S3_ENDPOINT: endpoint,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      };
    },
    pause,
    resume,
    close: async () => {
      client.destroy();
      await Promise.all(children.map((child) => end(child)));
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Kills the processes: all their data is in memory. */
async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (child.exitCode !== null) throw new Error(`radosgw ended with code ${child.exitCode}`);
    await sleep(100);
  }
}

type Place = { home: string; fsid: string; monitorPort: number; port: number };

function describe({ home, fsid, monitorPort, port }: Place): string {
  return `[global]
fsid = ${fsid}
mon_host = [v2:127.0.0.1:${monitorPort}]
public_addr = 127.0.0.1
ms_mon_client_mode = crc
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = ${home}/run
admin_socket = ${home}/run/$name.asok
log_file = /dev/null
mon_data = ${home}/mon
mon_data_avail_crit = 0
osd_data = ${home}/osd
osd_objectstore = memstore
memstore_device_bytes = 1073741824
osd_crush_chooseleaf_type = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
rgw_data = ${home}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${port}
`;
}
