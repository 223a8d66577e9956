// Loaded before a shop (`NODE_OPTIONS=--import …`): SIGUSR2 sets its clock a day ahead, and what it
// does now and then it does as often as a day of it lasts here (SOAK_DAY_MS).
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const DAY_MS = 86_400_000;
const QUARTER_HOUR_MS = 900_000;
const dayHereMs = Number(process.env.SOAK_DAY_MS);
const real = Date.now.bind(Date);
const leaps: number[] = [];
process.on('SIGUSR2', () => leaps.push(real()));

/** The clock's time at one of the machine's. */
function fastTime(at: number): number {
  return at + leaps.filter((leap) => leap <= at).length * DAY_MS;
}

class FastDate extends Date {
  constructor(...parts: [] | [number | string | Date]) {
    // A year, a month and so on come here, too, whatever the type says.
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

// Files are swept by their age.
const { stat } = files;
async function statFast(path: string) {
  const entry = await stat(path);
  return Object.assign(entry, { mtimeMs: fastTime(entry.mtimeMs) });
}
Object.assign(files, { stat: statFast });
syncBuiltinESMExports();

const { setInterval: every } = globalThis;
function everyFast(run: () => void, ms = 0): NodeJS.Timeout {
  // Four times a day at most: 96 are more than fits into seconds.
  const fast = Math.max((ms / DAY_MS) * dayHereMs, dayHereMs / 4);
  return every(run, ms < QUARTER_HOUR_MS ? ms : fast);
}
Object.defineProperty(globalThis, 'setInterval', { value: everyFast });
