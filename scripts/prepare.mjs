// node scripts/prepare.mjs <need>: prepares this folder, with only Node 20 and npm; does nothing if
// it is ready.
import { execFileSync } from 'node:child_process';
import { isBuilt } from '../vite/web-build.mjs';
import { installPackages } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

const SERVER_NODE = 24;

/** @type {Record<string, { dev?: boolean, web?: 'fresh' | 'new' }>} */
const NEEDS = {
  tools: { dev: true },
  web: { dev: true, web: 'fresh' },
  build: { dev: true, web: 'new' },
  // Only the server runs: if the web is built already, build packages are not needed.
  shop: { web: 'fresh' },
  operator: {},
};

function prepare({ dev = false, web } = NEEDS[process.argv[2] ?? ''] ?? {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    stop(`Node 20.19 or newer is needed; this is ${process.version}. See https://nodejs.org`);
  const isStale = web === 'new' || (web === 'fresh' && !isBuilt());
  try {
    installPackages(root, { dev: dev || isStale });
  } catch {
    stop('The packages could not be installed (see above).');
  }
  checkServerNode();
  if (!isStale) return;
  try {
    console.log('Building the web…');
    run('vite', ['build', '--logLevel', 'warn'], { ...process.env, NODE_ENV: 'production' });
  } catch {
    stop('The web could not be built (see above).');
  }
}

/** On Linux the packages include the server's Node; elsewhere it is the one on the PATH. */
function checkServerNode() {
  const version = execFileSync('node', ['--version'], { encoding: 'utf8' });
  if (Number(version.slice(1).split('.')[0]) >= SERVER_NODE) return;
  stop(
    `No Node ${SERVER_NODE} comes with the packages for ${process.platform}-${process.arch}: ` +
      `install Node ${SERVER_NODE} or newer and start again (this is ${version.trim()}).`,
  );
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function run(program, args, env) {
  execFileSync(program, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** @param {string} line */
function stop(line) {
  console.error(line);
  process.exit(1);
}

prepare();
