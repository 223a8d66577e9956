import { spawnSync } from 'node:child_process';
import { findPostgres } from '../../server/testing/find-postgres.ts';
import { findChromium } from './chromium.mjs';
import { run, Stop } from './run.mjs';

const NEEDS = [
  { name: 'Chromium', debian: 'chromium', find: findChromium },
  { name: 'PostgreSQL (server)', debian: 'postgresql', find: findPostgres },
];

/** Finds what the tests need beside the packages, or installs it with the system's packages. */
export async function prepareSystem() {
  const missing = () => NEEDS.filter(({ find }) => find() === null);
  if (missing().length === 0) return;
  const packages = missing().map(({ debian }) => debian);
  const prefix = rootPrefix();
  if (prefix && has('apt-get')) {
    console.log(`Installing ${packages.join(' and ')} for the tests…`);
    await apt(prefix, ['update']);
    await apt(prefix, ['install', '-y', '--no-install-recommends', ...packages]);
  }
  const names = missing().map(({ name }) => name);
  if (names.length === 0) return;
  throw new Stop(
    `The tests need ${names.join(' and ')}. Install it and run them again` +
      ` (on Debian or Ubuntu: apt-get install ${packages.join(' ')}` +
      '; CHROMIUM_PATH may name a Chromium elsewhere).',
  );
}

/** How to run a command as root: nothing in front, sudo, or null when we may not. */
function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null;
}

/** @param {string} program */
const has = (program) => spawnSync(program, ['--version']).status === 0;

/**
 * @param {string[]} prefix
 * @param {string[]} args
 */
async function apt(prefix, args) {
  const quiet = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
  const [program = '', ...rest] = quiet;
  const { signal } = await run(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (signal) throw new Stop('', 130);
}
