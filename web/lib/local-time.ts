/** Clocks of continental Chile; what the browser's own clock shows does not matter. */
const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Santiago',
  dateStyle: 'short',
  timeStyle: 'short',
});
const HOUR_MS = 3_600_000;
/** Chile is three hours behind UTC in summer, four in winter. */
const OFFSETS_HOURS = [3, 4];

/**
 * @param time milliseconds since 1970
 * @returns what a clock in Chile shows, as a date-time input wants it: `2026-03-09T18:30`
 */
export function toLocalTime(time: number): string {
  return clock.format(time).replace(' ', 'T');
}

/**
 * @param local such as `2026-03-09T18:30`
 * @returns milliseconds since 1970; NaN for what is no time
 */
export function fromLocalTime(local: string): number {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return Number.NaN;
  const times = OFFSETS_HOURS.map((hours) => asUtc + hours * HOUR_MS);
  // The hour that is left out in spring is on no clock: it counts as the one before.
  return times.find((time) => toLocalTime(time) === local.slice(0, 16)) ?? asUtc + 4 * HOUR_MS;
}
