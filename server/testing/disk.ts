import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk in memory that a test can fill up and write-protect. */
export type Disk = {
  folder: string;
  /** Fills it up to the last byte. */
  fill: () => void;
  /** Frees space again. */
  free: () => void;
  /** Makes every opening of a file for writing fail. @returns a function that allows it again */
  protect: () => () => void;
  remove: () => void;
};

const ROOM = '40g';

/** Returns null when mounting is not allowed: only root may, and not in every container. */
export function mountDisk(): Disk | null {
  const folder = mkdtempSync(join(tmpdir(), 'pines-disk-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    mount('-t', 'tmpfs', '-o', `size=${ROOM},mode=700`, 'tmpfs', folder);
  } catch {
    remove();
    return null;
  }
  const resize = (size: string) => mount('-o', `remount,size=${size}`, folder);
  return {
    folder,
    // Shrinks the disk to its content, so that nothing has to be written.
    fill: () =>
      tryOften(() => {
        const { blocks, bfree, bsize } = statfsSync(folder);
        resize(String((blocks - bfree) * bsize));
      }),
    free: () => resize(ROOM),
    protect: () => {
      mount('--bind', folder, folder);
      mount('-o', 'remount,bind,ro', folder);
      return () => execFileSync('umount', ['--lazy', folder]);
    },
    remove: () => {
      execFileSync('umount', ['--lazy', folder]);
      remove();
    },
  };
}

/** Retries, because the shop may be writing meanwhile. */
function tryOften(work: () => void, tries = 20): void {
  try {
    work();
  } catch (error) {
    if (tries === 1) throw error;
    tryOften(work, tries - 1);
  }
}

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: 'ignore' });
}
