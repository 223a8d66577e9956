import { IMAGE_TYPES, type ImageType, MAX_IMAGE_BYTES } from './images.ts';

/** Some systems still report JPEG files under these older names. */
const acceptedTypes: ReadonlySet<string> = new Set([...IMAGE_TYPES, 'image/jpg', 'image/pjpeg']);

/** Returns why a chosen file cannot be used; empty when it can. `size` in bytes. */
export function imageFileProblems({ type, size }: { type: string; size: number }): string[] {
  if (size === 0) return ['El archivo está vacío'];
  const problems: string[] = [];
  if (!acceptedTypes.has(type)) problems.push('Tipo de archivo no permitido');
  if (size > MAX_IMAGE_BYTES) problems.push('Archivo demasiado grande');
  return problems;
}

/** Returns one message for all rejected files. */
export function rejectionMessage(
  rejected: readonly { name: string; reasons: readonly string[] }[],
): string {
  const list = rejected.map(({ name, reasons }) => `${name}: ${reasons.join(', ')}`).join('; ');
  return `Archivos rechazados: ${list}. Solo se permiten imagenes JPEG, PNG y WebP menores a 5MB.`;
}

/** First bytes per type; null matches any byte (a WebP file has its size there). */
const signatures: readonly { type: ImageType; bytes: readonly (number | null)[] }[] = [
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  {
    type: 'image/webp',
    bytes: [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
  },
];

/** Returns a file's type by its first 12 bytes (JPEG: ITU T.81, PNG: RFC 2083, WebP: RFC 9649). */
export function sniffImageType(head: Uint8Array): ImageType | null {
  const match = signatures.find(({ bytes }) =>
    bytes.every((byte, index) => byte === null || head[index] === byte),
  );
  return match?.type ?? null;
}
