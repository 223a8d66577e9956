/** Writes whole pesos the Chilean way, such as `$1.700`. */
export function formatPesos(amount: number): string {
  return `$${formatWhole(amount)}`;
}

/** Writes a rounded number such as `10.000`. Without `Intl`, which takes 8 MB of memory. */
export function formatWhole(amount: number): string {
  return Math.round(amount)
    .toFixed()
    .replaceAll(/\B(?=(\d{3})+$)/g, '.');
}

/** Diameter of the 100-peso coin, in millimetres: bimetallic, minted since 2001 (Krause KM 236). */
export const COIN_MM = 23.5;
