import * as z from 'zod/mini';
import { copiedLine, name } from '#contract/base/fields.ts';
import { formatRut, isRut } from '#domain/base/rut.ts';
import { INVOICE_LIMITS } from '#domain/payments/invoice.ts';

/** The receiver of a factura, as answers have it. */
export const invoice = z.object({
  rut: z.string(),
  name: z.string(),
  giro: z.string(),
  address: z.string(),
});

/** The same in a request; the RUT with or without dots. */
export const invoiceBody = {
  rut: copiedLine(INVOICE_LIMITS.rut).check(
    z.refine(isRut, {
      error: 'El RUT no es correcto: revisa el número y su dígito verificador',
      abort: true,
    }),
    z.overwrite(formatRut),
  ),
  name: name(INVOICE_LIMITS.name, 'Escribe la razón social'),
  giro: name(INVOICE_LIMITS.giro, 'Escribe el giro'),
  address: name(INVOICE_LIMITS.address, 'Escribe la dirección'),
};
