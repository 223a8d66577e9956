import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without what draws windows: the same pages for less processor time. */
export const SHELL = 'chromium-headless-shell';

/** @returns where a Chromium is installed: CHROMIUM_PATH if set, else the first on the PATH */
export function findChromium(): string | null {
  return process.env.CHROMIUM_PATH || findProgram(NAMES);
}

/** @returns where the cheapest Chromium for journeys is: as `findChromium`, but a headless shell first */
export function findCheapChromium(): string | null {
  return process.env.CHROMIUM_PATH || findProgram([SHELL, ...NAMES]);
}

function findProgram(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}
