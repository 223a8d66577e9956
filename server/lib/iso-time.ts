/** Returns a time, in milliseconds since 1970, as ISO 8601 in UTC; null: there is none. */
export function isoTime(time: number): string;
export function isoTime(time: number | null): string | null;
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
