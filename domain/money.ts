const pesoFormat = new Intl.NumberFormat('es-CL', {
  style: 'currency',
  currency: 'CLP',
  maximumFractionDigits: 0,
});

/**
 * Writes an amount the Chilean way, without decimals.
 * @param amount whole pesos (CLP)
 * @returns for example `$1.700`
 */
export function formatPesos(amount: number): string {
  return pesoFormat.format(amount);
}
