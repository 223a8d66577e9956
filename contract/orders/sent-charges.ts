import * as z from 'zod/mini';
import { jsonObject, list, name } from '#contract/base/fields.ts';
import { MAX_AGREED_TOTAL } from '#domain/orders/prices.ts';

const MAX_CHARGES = 20;
const MAX_CHARGE_LABEL = 60;

const pesos = z
  .int({ error: 'Debe ser un monto en pesos, sin decimales' })
  .check(
    z.minimum(-MAX_AGREED_TOTAL, { error: 'El monto es demasiado bajo' }),
    z.maximum(MAX_AGREED_TOTAL, { error: 'El monto es demasiado alto' }),
  );

/** Charges that the shop agrees with a buyer, negative for a rebate. */
export const sentCharges = list(
  jsonObject({ label: name(MAX_CHARGE_LABEL, 'Escribe qué es'), amount: pesos }),
  MAX_CHARGES,
  { expected: 'una lista de cargos', tooMany: `Se aceptan hasta ${MAX_CHARGES} cargos por pedido` },
).check(
  // What an agreed total leaves for shipping is a column of 32 bits.
  z.refine(
    (charges) => {
      const sum = charges.reduce((total, each) => total + Math.abs(each?.amount ?? 0), 0);
      return !(sum > MAX_AGREED_TOTAL);
    },
    { error: 'Los cargos suman demasiado' },
  ),
);
