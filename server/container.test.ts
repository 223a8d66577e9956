import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, uploaded } from './testing/client.ts';
import { buildImage, openPodman, type Podman } from './testing/container.ts';
import { freePort } from './testing/free-port.ts';
import { until } from './testing/jobs.ts';
import { makeOrder, placed } from './testing/orders.ts';
import { makePng } from './testing/pictures.ts';
import { LONG } from './testing/seed.ts';

const IMAGE = 'localhost/pines';
const SHOP = 'shop';
/** Uid of the user in the image. */
const USER = 10_001;
const BUILD_MS = 900_000;
/** Not every machine can create networks and cgroups for a container. */
const SHARED_HOST = ['--network=host', '--cgroups=disabled', '--ulimit=nofile=1024:1024'];
const STRICT = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=all'];

describe.runIf(LONG && process.getuid?.() === 0)('the shop in a container', () => {
  let podman: Podman;
  let data: string;
  let port: number;
  beforeAll(async () => {
    podman = await openPodman();
    await buildImage(podman, IMAGE);
    data = await mkdtemp(join(tmpdir(), 'pines-container-'));
    await chown(data, USER, USER);
    port = await freePort();
  }, BUILD_MS);
  afterAll(async () => {
    await podman?.close();
    await rm(data, { recursive: true, force: true });
  }, BUILD_MS);

  const url = () => `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url()}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  const inside = (...command: string[]) => podman.run('exec', SHOP, ...command);

  test('sells as an unprivileged user, writes only to its data folder, and stops cleanly', async () => {
    const env = ['--env=HOST=127.0.0.1', `--env=PORT=${port}`];
    const limits = ['--ulimit=nproc=2048:2048', '--security-opt=no-new-privileges'];
    const volume = `--volume=${data}:/data`;
    await podman.run(
      'run',
      '-d',
      `--name=${SHOP}`,
      ...SHARED_HOST,
      ...STRICT,
      ...limits,
      volume,
      ...env,
      IMAGE,
    );
    await until(isUp, 120_000);
    const client = createClient(url);
    const { imageUrl } = uploaded(await client.upload(await makePng()));
    placed(await client.placeOrder(makeOrder({ images: [imageUrl] })));
    expect(await (await client.fetch('/')).text()).toContain('Tu Creatividad, Nuestros Pines');

    expect(await inside('id')).toContain(`uid=${USER}`);
    for (const path of ['/srv/pines/x', '/tmp/x', '/x']) {
      await expect(inside('touch', path)).rejects.toThrow('Read-only file system');
    }
    expect(await inside('grep', 'CapEff', '/proc/1/status')).toMatch(/\t0+\n/);
    await podman.run('healthcheck', 'run', SHOP);

    await podman.run('stop', '--time=10', SHOP);
    const exit = await podman.run('inspect', '--format={{.State.ExitCode}}', SHOP);
    expect(exit.trim()).toBe('0');
    await podman.run('start', SHOP);
    await until(isUp, 120_000);
    expect((await client.fetch(imageUrl)).status).toBe(200);
  });
});
