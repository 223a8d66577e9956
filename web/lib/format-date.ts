const zone = 'America/Santiago';
const days = new Intl.DateTimeFormat('es-ES', { timeZone: zone });
const moments = new Intl.DateTimeFormat('es-ES', {
  timeZone: zone,
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const MISSING = 'No disponible';

function format(how: Intl.DateTimeFormat, time: string | null): string {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? MISSING : how.format(date);
}

/**
 * @param time ISO 8601 in UTC, or null
 * @returns the day in Chile, such as `5/3/2024`
 */
export function formatDay(time: string | null): string {
  return format(days, time);
}

/** @returns the day and time in Chile, such as `5/3/2024, 14:05` */
export function formatMoment(time: string | null): string {
  return format(moments, time);
}
