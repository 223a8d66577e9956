/** Compares as text with SQLite and as a time with PostgreSQL. */
export function toTime(millis: number): string {
  return new Date(millis).toISOString();
}
