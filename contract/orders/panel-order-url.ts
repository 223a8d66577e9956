/** Returns the URL of an order in the panel of a shop, whose origin is like `https://pines.cl`. */
export function panelOrderUrl(origin: string, id: string): string {
  return `${origin}/?panel=pedidos/${encodeURIComponent(id)}`;
}
