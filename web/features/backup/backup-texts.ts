import type { Backup } from '#contract/backup/backup.ts';
import { formatDateTime } from '#domain/base/dates.ts';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;
const numbers = new Intl.NumberFormat('es-CL', { maximumSignificantDigits: 3 });

/** Returns a readable size, such as `12,3 MB`. */
export function formatSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${numbers.format(bytes / 1000 ** step)} ${units[step]}`;
}

export function describeBackup({ pictures, bytes, createdAt }: Backup): string {
  const parts = [
    formatDateTime(createdAt),
    pictures ? 'con imágenes' : 'sin imágenes',
    ...(bytes === null ? [] : [formatSize(bytes)]),
  ];
  return parts.join(' · ');
}

export const failureTexts: Readonly<Record<NonNullable<Backup['failure']>, string>> = {
  disk_full:
    'No hay espacio en el disco del servidor para preparar la copia. Libera espacio, o haz una copia sin imágenes.',
  error: 'No pudimos preparar la copia. Intenta de nuevo.',
};
