// Format, lint rules and import rules. Every warning is an error.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { bin, root } from './lib/paths.mjs';

const wings = ['domain', 'contract', 'server', 'web', 'e2e', 'bench', 'scripts', 'tools/photos'];
const cruised = wings.filter((wing) => existsSync(`${root}/${wing}`));

const codes = [
  [bin('biome'), 'check', '--error-on-warnings', '.'],
  [process.execPath, bin('depcruise'), '--config', '.dependency-cruiser.mjs', ...cruised],
].map(([tool = '', ...args]) => spawnSync(tool, args, { cwd: root, stdio: 'inherit' }).status);

process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
