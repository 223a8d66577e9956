/** Writes whole pesos the Chilean way, such as `$1.700` or `−$500`; `N/A` for an unknown amount. */
export function formatPesos(amount: number): string {
  if (!Number.isFinite(amount)) return 'N/A';
  return amount < 0 ? `−$${formatWhole(-amount)}` : `$${formatWhole(amount)}`;
}

/** Writes a rounded number such as `10.000`. Without `Intl`, which takes 8 MB of memory. */
export function formatWhole(amount: number): string {
  return Math.round(amount)
    .toFixed()
    .replaceAll(/\B(?=(?:\d{3}){1,7}$)/g, '.');
}
