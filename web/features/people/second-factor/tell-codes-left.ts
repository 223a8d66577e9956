export function tellCodesLeft(count: number): string {
  if (count === 0) return 'No te quedan códigos de recuperación.';
  if (count === 1) return 'Te queda 1 código de recuperación.';
  return `Te quedan ${count} códigos de recuperación.`;
}
