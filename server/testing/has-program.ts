import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Tells whether a folder holds a program that may be run. */
export function hasProgram(folder: string, name: string): boolean {
  try {
    accessSync(join(folder, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
