/** The tax documents of a sale: to a consumer, or to a company that deducts its tax. */
export const DOCUMENT_KINDS = ['boleta', 'factura'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Returns `Boleta` or `Factura`. */
export function documentLabel(kind: DocumentKind = 'boleta'): string {
  return kind === 'factura' ? 'Factura' : 'Boleta';
}

/** The receiver of a factura; `rut` as `formatRut` writes it. */
export type Invoice = { rut: string; name: string; giro: string; address: string };

/** Maximum lengths, in characters. */
export const INVOICE_LIMITS = { rut: 16, name: 120, giro: 120, address: 200 } as const;
