import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

type Call = (...given: unknown[]) => unknown;

/** File system calls of the shop while it serves, in addition to `open` for reading. */
const OF_PROMISES = [
  'access',
  'copyFile',
  'mkdir',
  'readFile',
  'readdir',
  'rename',
  'rm',
  'stat',
  'writeFile',
] as const;
/** File system calls of streams. */
const OF_STREAMS = ['open', 'close', 'read', 'write', 'writev', 'fsync'] as const;

/**
 * Makes file system calls synchronous: on threads, their sequence would not depend on the seed.
 * @returns a function that restores the original calls
 */
export function callFilesAtOnce(): () => void {
  const kept = [keep(promises, [...OF_PROMISES, 'open']), keep(fs, OF_STREAMS)];
  for (const name of OF_PROMISES) {
    const call = syncOf(name);
    Object.assign(promises, { [name]: async (...given: unknown[]) => call(...given) });
  }
  Object.assign(promises, { open: openAtOnce });
  for (const name of OF_STREAMS) Object.assign(fs, { [name]: withCallback(syncOf(name)) });
  syncBuiltinESMExports();
  return () => {
    for (const giveBack of kept) giveBack();
    syncBuiltinESMExports();
  };
}

function keep(module: object, names: readonly string[]): () => void {
  const kept = names.map((name): [string, unknown] => [name, Reflect.get(module, name)]);
  return () => void Object.assign(module, Object.fromEntries(kept));
}

function syncOf(name: string): Call {
  const call: unknown = Reflect.get(fs, `${name}Sync`);
  if (typeof call !== 'function') throw new Error(`no ${name} at once`);
  return (...given) => Reflect.apply(call, fs, given);
}

/**
 * A call that passes its callback an error, or a result and the bytes that were read or written.
 */
function withCallback(call: Call): Call {
  return (...given) => {
    const callback = given.pop();
    if (typeof callback !== 'function') throw new Error('no callback');
    const [, bytes] = given;
    try {
      const result = call(...given);
      process.nextTick(() => callback(null, result, bytes));
    } catch (error) {
      process.nextTick(() => callback(error));
    }
  };
}

type Read = Pick<FileHandle, 'close'> & {
  read: (into: Uint8Array, offset: number, length: number, at: number) => Promise<unknown>;
};

async function openAtOnce(path: string, flags: string): Promise<Read> {
  const file = fs.openSync(path, flags);
  return {
    read: async (into, offset, length, at) => ({
      bytesRead: fs.readSync(file, into, offset, length, at),
      buffer: into,
    }),
    close: async () => fs.closeSync(file),
  };
}
