import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without its user interface: the same pages for less CPU time. */
export const SHELL = 'chromium-headless-shell';

/** Returns the path of Chromium: CHROMIUM_PATH if set, else the first on the PATH; null: none. */
export function findChromium(): string | null {
  return process.env.CHROMIUM_PATH || findProgram(NAMES);
}

/** Returns the path of the cheapest Chromium for journeys: a headless shell if there is one. */
export function findCheapChromium(): string | null {
  return process.env.CHROMIUM_PATH || findProgram([SHELL, ...NAMES]);
}

function findProgram(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}
