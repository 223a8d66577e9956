/** Returns such as `«Camila», «Luz» y 30 más`. */
export function joinNames(names: readonly string[], max: number): string {
  const shown = names.slice(0, max).map((name) => `«${name}»`);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} y ${more} más`;
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} y ${last}` : last;
}
