import * as z from 'zod/mini';
import { name } from '#contract/base/fields.ts';
import { rut } from '#contract/base/rut.ts';
import { INVOICE_LIMITS } from '#domain/payments/invoice.ts';

/** The receiver of a factura, as answers have it. */
export const invoice = z.object({
  rut: z.string(),
  name: z.string(),
  giro: z.string(),
  address: z.string(),
});

/** The same in a request; the RUT in any writing. */
export const invoiceBody = {
  rut: rut(),
  name: name(INVOICE_LIMITS.name, 'Escribe la razón social'),
  giro: name(INVOICE_LIMITS.giro, 'Escribe el giro'),
  address: name(INVOICE_LIMITS.address, 'Escribe la dirección'),
};
