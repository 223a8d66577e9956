/** Largest file that is read as a list, in bytes. */
const MAX_BYTES = 1_000_000;
const NO_LIST = 'Ese archivo no es una lista. Guarda tu planilla como CSV y vuelve a elegirla.';

/** Returns the text of a list's file, or why it cannot be read. */
export async function readListFile(file: Blob): Promise<{ text: string } | { problem: string }> {
  if (file.size > MAX_BYTES) {
    return { problem: 'Ese archivo es demasiado grande para una lista (máximo 1 MB).' };
  }
  try {
    const text = decodeList(new Uint8Array(await file.arrayBuffer()));
    return text.includes('\0') ? { problem: NO_LIST } : { text: text.trimEnd() };
  } catch {
    return { problem: 'No pudimos leer ese archivo. Elígelo de nuevo.' };
  }
}

/** Returns a file's text: UTF-8, UTF-16 with its mark, else what spreadsheets on Windows write. */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
