const VERSION = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** Returns the version that a text consists of, such as `1.4.0`; null for another text. */
export function parseVersion(text: string): string | null {
  const [, ...numbers] = VERSION.exec(text.trim()) ?? [];
  return numbers.length > 0 ? numbers.map(Number).join('.') : null;
}

/** Returns a negative number when the first version is older, 0 when they are equal. */
export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
