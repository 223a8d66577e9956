import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Where a Chromium is installed: CHROMIUM_PATH if set, else the first on the PATH.
 * @returns {string | null}
 */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find(isProgram) ?? null;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
