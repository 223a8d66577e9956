const pesoFormat = new Intl.NumberFormat('es-CL', {
  style: 'currency',
  currency: 'CLP',
  maximumFractionDigits: 0,
});

/** Writes whole pesos the Chilean way, such as `$1.700`. */
export function formatPesos(amount: number): string {
  return pesoFormat.format(amount);
}
