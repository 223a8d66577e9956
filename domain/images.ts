/** Largest picture file, in bytes (5 MB). */
export const MAX_IMAGE_BYTES = 5_242_880;
export const MAX_IMAGE_PIXELS = 40_000_000;
export const MAX_IMAGES = 100;
/** Items per order; one picture may be several items, each a different pin. */
export const MAX_ITEMS = 500;
/** Prefix of tokens of links to replace pictures; an order's token never has it. */
export const PICTURE_TOKEN_PREFIX = 'imagen-';
/** Prefix of tokens of links by which the buyer adds pictures to an order that the shop opened. */
export const ADD_TOKEN_PREFIX = 'agregar-';
export const MAX_FILE_NAME_LENGTH = 255;
export const MAX_IMAGE_NOTES_LENGTH = 1000;
export const MIN_QUANTITY = 1;
export const MAX_QUANTITY = 99;

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const IMAGE_ACCEPT: Readonly<Record<ImageType, readonly string[]>> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
};

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

export function isQuantity(value: number): boolean {
  return Number.isInteger(value) && value >= MIN_QUANTITY && value <= MAX_QUANTITY;
}

/** Returns the typed quantity, or null when it is not a whole number from 1 to 99. */
export function parseQuantity(text: string): number | null {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return isQuantity(value) ? value : null;
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
