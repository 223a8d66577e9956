// Loaded before a shop (`NODE_OPTIONS=--import …`): SIGUSR2 advances its clock by a day, and its
// periodic tasks run as often as a simulated day (SOAK_DAY_MS) requires.
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const DAY_MS = 86_400_000;
const QUARTER_HOUR_MS = 900_000;
const dayHereMs = Number(process.env.SOAK_DAY_MS);
const real = Date.now.bind(Date);
const leaps: number[] = [];
process.on('SIGUSR2', () => leaps.push(real()));

/** Returns the simulated time for a real time. */
function fastTime(at: number): number {
  return at + leaps.filter((leap) => leap <= at).length * DAY_MS;
}

class FastDate extends Date {
  constructor(...parts: [] | [number | string | Date]) {
    // Calls with year, month and so on also end here, in spite of the type.
    if (parts.length === 0) super(FastDate.now());
    else super(...parts);
  }
  static override now(): number {
    return fastTime(real());
  }
}
Object.defineProperty(FastDate, 'UTC', { value: Date.UTC });
Object.defineProperty(FastDate, 'parse', { value: Date.parse });
Object.defineProperty(globalThis, 'Date', { value: FastDate });

// Files are cleaned up by their age.
const { stat } = files;
async function statFast(path: string) {
  const entry = await stat(path);
  return Object.assign(entry, { mtimeMs: fastTime(entry.mtimeMs) });
}
Object.assign(files, { stat: statFast });
syncBuiltinESMExports();

const { setInterval: every } = globalThis;
function everyFast(run: () => void, ms = 0): NodeJS.Timeout {
  // At most four times a day: 96 times would not fit into seconds.
  const fast = Math.max((ms / DAY_MS) * dayHereMs, dayHereMs / 4);
  return every(run, ms < QUARTER_HOUR_MS ? ms : fast);
}
Object.defineProperty(globalThis, 'setInterval', { value: everyFast });
