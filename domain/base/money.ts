/** Writes whole pesos the Chilean way, such as `$1.700`. */
export function formatPesos(amount: number): string {
  return `$${formatWhole(amount)}`;
}

/** Writes a rounded number such as `10.000`. Without `Intl`, which takes 8 MB of memory. */
export function formatWhole(amount: number): string {
  return Math.round(amount)
    .toFixed()
    .replaceAll(/\B(?=(?:\d{3}){1,7}$)/g, '.');
}
