import { spawnSync } from 'node:child_process';
import { bin } from './paths.mjs';
import { Stop } from './run.mjs';

const SERVER_MAJOR = 24;

/** Stops with one line on a Node that is too old even for these scripts. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Stop(
    `Node 20.19 or newer is needed; this is ${process.version}. See https://nodejs.org`,
  );
}

/** The Node that runs the server: the one from the lockfile, else our own when it is new enough. */
export function findNode() {
  if (spawnSync(bin('node'), ['--version']).status === 0) return bin('node');
  if (Number(process.versions.node.split('.')[0]) >= SERVER_MAJOR) return process.execPath;
  throw new Stop(
    `No Node ${SERVER_MAJOR} comes with the packages for ${process.platform}-${process.arch}: ` +
      `install Node ${SERVER_MAJOR} or newer and start again (this is ${process.version}).`,
  );
}
