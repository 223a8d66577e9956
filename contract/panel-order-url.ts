/** Returns where an order opens in the panel of the shop at this origin, such as `https://pines.cl`. */
export function panelOrderUrl(origin: string, id: string): string {
  return `${origin}/?panel=pedidos/${encodeURIComponent(id)}`;
}
