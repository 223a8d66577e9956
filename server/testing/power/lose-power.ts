import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Compiles the library that records a program's writes. @returns its path, for LD_PRELOAD */
export function compileRecorder(folder: string): string {
  const library = join(folder, 'record-writes.so');
  const source = join(import.meta.dirname, 'record-writes.c');
  const flags = ['-D_GNU_SOURCE', '-shared', '-fPIC', '-O1', '-ldl', '-lpthread'];
  execFileSync('gcc', [source, '-o', library, ...flags]);
  return library;
}

/** An operation on a file or a name; `end` is the end of its record in the journal. */
type Operation = {
  kind: 'link' | 'unlink' | 'folder' | 'write' | 'cut' | 'sync' | 'syncFile' | 'syncFolder';
  inode: bigint;
  /** Offset of a write; new size of a cut file; size of a linked file. */
  offset: number;
  path: string;
  data: Buffer;
  end: number;
};

const KINDS: Readonly<Record<string, Operation['kind']>> = {
  ...{ L: 'link', U: 'unlink', M: 'folder', W: 'write', T: 'cut' },
  ...{ S: 'sync', F: 'syncFile', D: 'syncFolder' },
};
const HEAD_BYTES = 25;

/** Reads the journal of `record-writes.c`, without an incomplete last record. */
export function readJournal(path: string): Operation[] {
  const bytes = readFileSync(path);
  const operations: Operation[] = [];
  for (let at = 0; at + HEAD_BYTES <= bytes.length; ) {
    const name = bytes.readUInt32LE(at + 17);
    const start = at + HEAD_BYTES + name;
    const end = start + bytes.readUInt32LE(at + 21);
    if (end > bytes.length) break;
    const kind = KINDS[String.fromCharCode(bytes[at] ?? 0)];
    if (!kind) throw new Error(`no record at ${at}`);
    operations.push({
      ...{ kind, end, data: bytes.subarray(start, end) },
      inode: bytes.readBigUInt64LE(at + 1),
      offset: Number(bytes.readBigUInt64LE(at + 9)),
      path: bytes.toString('utf8', at + HEAD_BYTES, start),
    });
    at = end;
  }
  return operations;
}

/** The first `size` bytes are the file's content: so it can grow without a copy each time. */
type Stored = { bytes: Buffer; size: number };
type Inode = { onDisk: Stored; unsynced: Operation[] };
/** The inode or folder of a name; null: the name was removed. */
type Entry = bigint | 'folder' | null;
export type DiskImage = { files: Map<bigint, Buffer>; names: Map<string, Entry> };

/** Reads a folder on the disk before the program starts. */
export function readImage(root: string): DiskImage {
  const image: DiskImage = { files: new Map(), names: new Map() };
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { ino } = lstatSync(path, { bigint: true });
    image.names.set(path, entry.isDirectory() ? 'folder' : ino);
    if (entry.isFile()) image.files.set(ino, readFileSync(path));
  }
  return image;
}

type Loss = {
  /** The power is lost after this byte of the journal. */
  at: number;
  /** Returns whether an operation survives although it was not synced. */
  survives: () => boolean;
  /** Kinds of operations that are ignored, to simulate a program without them. */
  ignored?: readonly Operation['kind'][];
};

/** Returns the disk's content after the power loss. */
export function losePower(
  before: DiskImage,
  operations: readonly Operation[],
  { at, survives, ignored = [] }: Loss,
): DiskImage {
  const inodes = new Map<bigint, Inode>();
  for (const [inode, bytes] of before.files) inodes.set(inode, store(bytes));
  const names = new Map(before.names);
  let waiting: { path: string; entry: Entry }[] = [];
  const inodeOf = (inode: bigint): Inode => {
    const known = inodes.get(inode) ?? store(Buffer.alloc(0));
    inodes.set(inode, known);
    return known;
  };

  for (const operation of operations) {
    if (operation.end > at) break;
    if (ignored.includes(operation.kind)) continue;
    const { kind, inode, path, data } = operation;
    if (kind === 'unlink') waiting.push({ path, entry: null });
    else if (kind === 'folder') waiting.push({ path, entry: 'folder' });
    else if (kind === 'link') {
      // The inode number of a removed file is reused.
      if (operation.offset === 0) inodes.set(inode, store(Buffer.alloc(0)));
      waiting.push({ path, entry: inode });
    } else if (kind === 'syncFolder') {
      for (const each of waiting) if (dirname(each.path) === path) names.set(each.path, each.entry);
      waiting = waiting.filter((each) => dirname(each.path) !== path);
    } else if (kind === 'syncFile') {
      inodes.set(inode, store(data));
    } else if (kind === 'sync') {
      const file = inodeOf(inode);
      for (const each of file.unsynced) apply(file.onDisk, each);
      file.unsynced = [];
    } else inodeOf(inode).unsynced.push(operation);
  }

  for (const { path, entry } of waiting) if (survives()) names.set(path, entry);
  const files = new Map<bigint, Buffer>();
  for (const [inode, { onDisk, unsynced }] of inodes) {
    for (const each of unsynced) if (survives()) apply(onDisk, each);
    files.set(inode, onDisk.bytes.subarray(0, onDisk.size));
  }
  return { files, names };
}

function store(bytes: Buffer): Inode {
  return { onDisk: { bytes: Buffer.from(bytes), size: bytes.length }, unsynced: [] };
}

function apply(file: Stored, { kind, offset, data }: Operation): void {
  const size = kind === 'cut' ? offset : Math.max(file.size, offset + data.length);
  if (size > file.bytes.length) {
    const larger = Buffer.alloc(2 * size);
    file.bytes.copy(larger, 0, 0, file.size);
    file.bytes = larger;
  }
  if (kind === 'write') data.copy(file.bytes, offset);
  // The cut part reads as zeros once the file grows again.
  else file.bytes.fill(0, size, Math.max(size, file.size));
  file.size = size;
}

/** Writes an image to another folder. Files in a folder without a name are lost. */
export function writeImage({ files, names }: DiskImage, root: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const isThere = (path: string): boolean =>
    path === root || (names.get(path) === 'folder' && isThere(dirname(path)));
  for (const [path, entry] of [...names].sort(([a], [b]) => a.localeCompare(b))) {
    if (entry === null || !isThere(dirname(path))) continue;
    const target = join(to, path.slice(root.length));
    if (entry === 'folder') mkdirSync(target, { recursive: true });
    else {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, files.get(entry) ?? '');
    }
  }
}
