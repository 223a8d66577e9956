const timeZone = 'America/Santiago';
const dateFormat = new Intl.DateTimeFormat('es-ES', { timeZone });
const timeFormat = new Intl.DateTimeFormat('es-ES', {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * Writes a day as Chile's clocks show it.
 * @param time ISO 8601, or milliseconds since 1970
 * @returns for example `5/3/2024`
 */
export function formatDate(time: string | number): string {
  return dateFormat.format(new Date(time));
}

/** @returns for example `5/3/2024, 09:07`; see `formatDate` */
export function formatDateTime(time: string | number): string {
  const date = new Date(time);
  return `${dateFormat.format(date)}, ${timeFormat.format(date)}`;
}

const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const longDayFormat = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const HOUR_MS = 3_600_000;
/** Chile's clocks are three or four hours behind UTC. */
const OFFSETS_HOURS = [3, 4];

/** @returns whether the text is a day that exists, such as `2026-03-09` */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * @param time milliseconds since 1970
 * @returns the day on Chile's calendar, such as `2026-03-09`
 */
export function dayOf(time: number): string {
  return dayFormat.format(time);
}

/**
 * @param day such as `2026-03-09`
 * @returns when it begins in Chile, in milliseconds since 1970
 */
export function startOfDay(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const begins = OFFSETS_HOURS.map((hours) => midnight + hours * HOUR_MS);
  return begins.find((time) => dayOf(time) >= day) ?? midnight;
}

/** @returns the day so many days later, or earlier with a negative number */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * @param day such as `2026-03-09`
 * @returns such as `9 de marzo de 2026`
 */
export function formatLongDay(day: string): string {
  return longDayFormat.format(new Date(`${day}T00:00:00Z`));
}
