import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

type Settings = {
  /** Its environment variables, besides those for Node's cache; by default this process's. */
  env?: Readonly<Record<string, string>>;
  execArgv?: string[];
};

/** Starts a program of the server as a child process with an IPC channel; it inherits stderr. */
export function forkProgram(program: string, { env, execArgv = [] }: Settings = {}): ChildProcess {
  const cache = getCompileCacheDir();
  return fork(program, {
    execArgv,
    ...(env && { env: { ...env, ...(cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {}) } }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/**
 * Sends a request to a program of its own, and yields its messages until the caller returns: then
 * the process has ended. The request is sent over IPC, because other users can read arguments.
 * @param silenceMs how long it may send nothing before it is killed
 * @param explain returns the error to throw when the program ends before that, from how it did
 */
export async function* askProgram<Message>(
  program: string,
  request: object,
  {
    silenceMs,
    explain,
    ...settings
  }: Settings & { silenceMs: number; explain: (how: string) => Error },
): AsyncGenerator<Message> {
  const child = forkProgram(program, settings);
  const ended = once(child, 'exit').catch(() => undefined);
  let isSilent = false;
  const timer = setTimeout(() => {
    isSilent = true;
    child.kill('SIGKILL');
  }, silenceMs);
  try {
    child.send(request);
    for await (const [message] of on(child, 'message', { close: ['exit'] })) {
      timer.refresh();
      yield message;
    }
    const how = isSilent ? 'reported nothing' : `ended (${child.signalCode ?? child.exitCode})`;
    throw explain(how);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    await ended;
  }
}

/**
 * Does the one request of the parent process of this program: see `askProgram`. It ignores Ctrl+C,
 * which reaches both processes, and ends with its parent, which also ends it after its last message.
 */
export function answerParent<Request, Message>(
  work: (request: Request, send: (message: Message) => void) => Promise<void>,
): void {
  process.on('disconnect', () => process.exit());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.once('message', (request) => {
    // Only the parent has this channel.
    void work(request as Request, (message) => process.send?.(message, () => undefined));
  });
}
