/**
 * Returns a random key of 32 hexadecimal digits. `crypto.randomUUID` does not exist on a page over
 * plain http, nor in iOS before 15.4.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
