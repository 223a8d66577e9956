import { formatDay } from '#web/lib/format-date.ts';

/** @param day of Chile's calendar, such as `2026-03-09`: at 16:00 UTC it is that day there */
export const writeDay = (day: string) => formatDay(`${day}T16:00:00Z`);
