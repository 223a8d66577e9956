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
