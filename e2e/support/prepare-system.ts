import { spawnSync } from 'node:child_process';
import { findPodman } from '#server/testing/container.ts';
import { findCopiers } from '#server/testing/find-copiers.ts';
import { findPoppler } from '#server/testing/find-poppler.ts';
import { findPostgres } from '#server/testing/find-postgres.ts';
import { findMachineTools } from '#server/testing/machine.ts';
import { findNginx } from '#server/testing/nginx.ts';
import { findRadosgw } from '#server/testing/radosgw.ts';
import { findCheapChromium, findChromium, SHELL } from './find-chromium.ts';

const NEEDS = [
  { name: 'Chromium', debian: 'chromium', find: findChromium },
  { name: 'PostgreSQL (server)', debian: 'postgresql', find: findPostgres },
  {
    name: 'Poppler (pdftoppm, pdftotext, pdfinfo, pdfimages)',
    debian: 'poppler-utils',
    find: findPoppler,
  },
];
const LONG_NEEDS = [
  { name: 'nginx', debian: 'nginx-light', find: findNginx },
  {
    name: "Ceph's S3 server (radosgw)",
    debian: 'radosgw ceph-mon ceph-osd ceph-mgr ceph-common',
    find: findRadosgw,
  },
  { name: 'Podman and debootstrap', debian: 'podman buildah crun debootstrap', find: findPodman },
  {
    name: 'systemd-nspawn, ip and shellcheck',
    debian: 'systemd-container iproute2 shellcheck',
    find: findMachineTools,
  },
  { name: 'sqlite3 and rsync', debian: 'sqlite3 rsync', find: findCopiers },
];

/** Finds the system packages for the tests, installs them with apt, or says what to do. */
export function prepareSystem({ isLong = false } = {}): void {
  addNeeds(isLong ? [...NEEDS, ...LONG_NEEDS] : NEEDS);
  addHeadlessShell();
}

function addNeeds(needs: typeof NEEDS): void {
  const missing = () => needs.filter(({ find }) => find() === null);
  const packages = missing().flatMap(({ debian }) => debian.split(' '));
  if (packages.length === 0) return;
  process.stdout.write(`Installing ${packages.join(' and ')} for the tests…\n`);
  asRoot('apt-get', '-qq', 'update');
  asRoot('apt-get', '-qq', 'install', '-y', '--no-install-recommends', ...packages);
  const names = missing().map(({ name }) => name);
  if (names.length === 0) return;
  process.stderr.write(
    `The tests need ${names.join(' and ')}. Install it and run them again` +
      ` (on Debian or Ubuntu: apt-get install ${packages.join(' ')}` +
      '; CHROMIUM_PATH may name a Chromium elsewhere).\n',
  );
  process.exit(1);
}

/** Journeys work without it if apt does not know it. */
function addHeadlessShell(): void {
  if (findCheapChromium() !== findChromium() || process.env.CHROMIUM_PATH) return;
  if (spawnSync('apt-cache', ['show', SHELL]).status !== 0) return;
  asRoot('apt-get', '-qq', 'install', '-y', '--no-install-recommends', SHELL);
}

/** Runs a command as root if possible; the caller checks the result. */
function asRoot(...command: string[]): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [program = '', ...args] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', ...command];
  spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
