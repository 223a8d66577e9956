// npm run test:mutation: mutates the rules and rooms of the server, and reports the mutants that no
// test detects. Stryker is installed into tools/mutation on first use (40 MB).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { excluded, rooms } from '../tools/mutation/rooms.mjs';
import { installPackages } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

const folder = join(root, 'tools/mutation');
const [paths, ...options] = process.argv.slice(2);
/** Rooms, folders or files to mutate; none: all of every room. */
const wanted = paths?.split(',') ?? [];
const lies = (path: string, folders: readonly string[]) =>
  folders.some((room) => `${path}/`.startsWith(`${room}/`));
const unknown = wanted.find(
  (path) => !(path in rooms || Object.values(rooms).some(({ folders }) => lies(path, folders))),
);
if (unknown !== undefined) {
  console.error(`${unknown} no está en ninguna sala; hay ${Object.keys(rooms).join(', ')}`);
  process.exit(2);
}

installPackages(folder, { dev: true });
for (const [name, { folders }] of Object.entries(rooms)) {
  const own = wanted.filter((path) => lies(path, folders));
  if (paths && own.length === 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}: ${(own.length > 0 ? own : folders).join(', ')}`);
  if ((await mutate(name, own)) !== 0) process.exitCode = 1;
}

/** @returns the exit code: 0 if enough mutants are detected */
async function mutate(room: string, own: readonly string[]): Promise<number> {
  const patterns = own.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
  const stryker = spawn(
    process.execPath,
    [
      join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
      ...['run', join(folder, 'stryker.config.mjs')],
      ...(own.length > 0 ? ['--mutate', [...patterns, ...excluded].join(',')] : []),
      ...options,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, MUTATION_ROOM: room } },
  );
  const [code] = await once(stryker, 'exit');
  return code ?? 1;
}
