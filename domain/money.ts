/** Writes whole pesos the Chilean way, such as `$1.700`. */
export function formatPesos(amount: number): string {
  return `$${formatWhole(amount)}`;
}

/**
 * Writes a number rounded to a whole one, such as `10.000`. By hand: a server that formats with
 * `Intl` holds 8 MB more.
 */
export function formatWhole(amount: number): string {
  return Math.round(amount)
    .toFixed()
    .replaceAll(/\B(?=(\d{3})+$)/g, '.');
}
