// node scripts/prepare.mjs <need> [command…]: prepares this folder, with only Node 20 and npm; does
// nothing if it is ready. Wrong variables and flags are told before anything is installed.
import { execFileSync } from 'node:child_process';
import { listProblems } from '../server/config/rules.mjs';
import { isBuilt } from '../vite/web-build.mjs';
import { installPackages } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { usages } from './lib/usages.mjs';

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

const [need = '', ...command] = process.argv.slice(2);
const programAt = command.findIndex((word) => word.endsWith('.ts'));
const program = command[programAt] ?? need;
/** What the user wrote behind the command's program. */
const args = command.slice(programAt + 1);

function prepare({ dev = false, web } = NEEDS[need] ?? {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    stop(`Hace falta Node 20.19 o más nuevo; este es ${process.version}. Ver https://nodejs.org`);
  readArguments();
  if (need === 'shop' || need === 'operator') checkVariables();
  const isStale = web === 'new' || (web === 'fresh' && !isBuilt());
  try {
    installPackages(root, { dev: dev || isStale });
  } catch {
    stop('No se pudieron instalar los paquetes (el motivo está arriba).');
  }
  checkServerNode();
  if (!isStale) return;
  try {
    console.log('Construyendo la página…');
    execFileSync('vite', ['build', '--logLevel', 'warn'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch {
    stop('No se pudo construir la página (el motivo está arriba).');
  }
}

/** Tells run.sh that the usage was printed, and nothing is to be run. */
const USAGE_SHOWN = 3;

/** Ends for `--help`, or for what the script does not take. */
function readArguments() {
  const script = usages[program];
  if (!script) return;
  const { usage, takes } = script;
  if (args.includes('--help')) {
    process.stdout.write(usage);
    process.exit(programAt < 0 ? 0 : USAGE_SHOWN);
  }
  const wrong = args.find((arg) => !takes?.test(arg));
  const [name = ''] = usage.split(/ --|\n/, 1);
  if (wrong !== undefined)
    stop(`${wrong}: ${name} no tiene esa opción; --help dice cómo se usa`, 2);
}

function checkVariables() {
  const problems = args.includes('--help') ? [] : listProblems(process.env);
  if (problems.length > 0) stop(problems.join('\n'));
}

/** On Linux the packages include the server's Node; elsewhere it is the one on the PATH. */
function checkServerNode() {
  const version = execFileSync('node', ['--version'], { encoding: 'utf8' });
  if (Number(version.slice(1).split('.')[0]) >= SERVER_NODE) return;
  stop(
    `Para ${process.platform}-${process.arch} los paquetes no traen Node ${SERVER_NODE}: ` +
      `instala Node ${SERVER_NODE} o más nuevo e inicia otra vez (este es ${version.trim()}).`,
  );
}

/** @param {string} line */
function stop(line, code = 1) {
  console.error(line);
  process.exit(code);
}

prepare();
