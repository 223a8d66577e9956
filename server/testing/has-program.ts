import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Returns whether a folder contains an executable program. */
export function hasProgram(folder: string, name: string): boolean {
  try {
    accessSync(join(folder, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
