/** The `slice` of a file whose bytes cannot be read. */
export function unreadable(): Blob {
  const part = new Blob();
  part.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  return part;
}
