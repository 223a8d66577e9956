/**
 * Returns whether every database stores a text as it is. PostgreSQL refuses U+0000; of half a
 * character (a lone surrogate) both make another one, and with it another e-mail or name.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Returns the paths, such as `images.0.notes`, of what in a value no database stores as it is. */
export function findUnstorable(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path ? `${path}.${name}` : name;
    return isStorable(name) ? findUnstorable(inner, at) : [at];
  });
}
