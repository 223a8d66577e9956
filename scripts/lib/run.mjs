import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './paths.mjs';

/** A reason to stop that needs one clear line and no stack trace. */
export class Stop extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const binFolder = join(root, 'node_modules', '.bin');
const outerFolders = (process.env.PATH ?? '').split(delimiter).filter((dir) => dir !== binFolder);

/** The PATH as the user has it, without node_modules/.bin, which npm puts in front. */
export const outerPath = outerFolders.join(delimiter);

/** The PATH with the repository's own programs (and its Node) first. */
export const innerPath = [binFolder, ...outerFolders].join(delimiter);

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const parent = process.ppid;

/**
 * npm starts us through a shell that dies of a signal without passing it on: its end is ours.
 * @param {() => void} onGone
 */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined;
  return setInterval(() => process.ppid !== parent && onGone(), 200);
}

/**
 * Runs a program in the repository and waits for it. A signal that reaches us reaches it too.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & {
 *   onStart?: (pid: number | undefined) => void,
 * }} [options]
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null }>} `signal` is the one we got
 */
export function run(program, args, { onStart, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
    /** @type {NodeJS.Signals | null} */
    let got = null;
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      got = signal;
      // A terminal sends Ctrl+C to the whole group: the child has it already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, forward);
    const watch = watchNpm(() => got ?? forward('SIGTERM'));
    const settle = () => {
      clearInterval(watch);
      for (const signal of SIGNALS) process.off(signal, forward);
    };
    child.on('error', (error) => {
      settle();
      const missing = 'code' in error && error.code === 'ENOENT';
      reject(missing ? new Stop(`${program} is not installed, or not on the PATH.`) : error);
    });
    child.on('close', (code, signal) => {
      settle();
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), signal: got });
    });
    onStart?.(child.pid);
  });
}

/**
 * Like `run`, but a failure or a signal ends the whole script with this line.
 * @param {string} line
 * @param {Parameters<typeof run>} call
 */
export async function must(line, ...call) {
  const { code, signal } = await run(...call);
  if (signal) throw new Stop('', 128 + constants.signals[signal]);
  if (code !== 0) throw new Stop(line, code);
}

/**
 * Runs a script's body; a `Stop` becomes its line and exit code.
 * @param {() => Promise<number | void>} body its exit code, 0 when it gives none
 */
export async function script(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (error.message) console.error(error.message);
    process.exitCode = error.exitCode;
  }
}
