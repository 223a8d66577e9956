/** Unsupported file types that people often upload as pictures. */
export type ForeignKind = 'heic' | 'avif' | 'gif' | 'pdf' | 'video';

export const FOREIGN_ADVICE: Readonly<Record<ForeignKind, string>> = {
  heic: 'Las fotos HEIC son las del iPhone: súbelas desde el mismo teléfono, eligiéndolas en Fotos, y se convierten solas. Para las próximas, en Configuración > Cámara > Formatos elige "Más compatible".',
  avif: 'Una imagen AVIF se puede subir si antes la abres y la guardas como JPEG o PNG.',
  gif: 'Un GIF se mueve y un pin no: guarda como PNG o JPEG el cuadro que más te guste.',
  pdf: 'De un PDF, guarda como PNG o JPEG la página que quieres en el pin; también sirve una captura de pantalla.',
  video:
    'De un video, guarda como imagen el momento que quieres en el pin; también sirve una captura de pantalla.',
};

/** For a JPEG of a kind that programs seldom read. */
export const RARE_KIND_ADVICE =
  'Este JPEG es de una variante que casi ningún programa abre: ábrelo donde se vea y guárdalo de nuevo como JPEG o PNG.';

/** For a file that the browser cannot read, such as one that an app of a cloud service offers. */
export const UNREADABLE_ADVICE =
  'Si la imagen está en la nube (Google Drive, Fotos, iCloud), guárdala primero en este dispositivo y vuelve a elegirla.';

/** Brands of an ISO media file that are still pictures; every other one is a video. */
const brands: Readonly<Record<string, ForeignKind>> = {
  avif: 'avif',
  avis: 'avif',
  heic: 'heic',
  heix: 'heic',
  heim: 'heic',
  heis: 'heic',
  hevc: 'heic',
  hevx: 'heic',
  mif1: 'heic',
  msf1: 'heic',
};

const starts: readonly (readonly [string, ForeignKind])[] = [
  ['GIF8', 'gif'],
  ['%PDF-', 'pdf'],
];

/**
 * Returns the unsupported type of a file by its first 12 bytes, whatever its name. Source: ISO/IEC
 * 14496-12 (`ftyp`), 23008-12 (HEIF brands), AVIF 1.1, GIF89a, ISO 32000 (PDF).
 * @returns null for supported pictures and unknown types
 */
export function sniffForeignKind(head: Uint8Array): ForeignKind | null {
  const text = String.fromCharCode(...head.subarray(0, 12));
  if (text.slice(4, 8) === 'ftyp') return brands[text.slice(8, 12)] ?? 'video';
  return starts.find(([start]) => text.startsWith(start))?.[1] ?? null;
}
