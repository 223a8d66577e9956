import * as z from 'zod/mini';
import { formatPesos } from '#domain/base/money.ts';

/** An amount that is paid: whole pesos, from 1. */
export function pesos(max = 1e12) {
  const error = 'Escribe un monto en pesos, sin decimales';
  return z
    .int({ error })
    .check(
      z.minimum(1, { error }),
      z.maximum(max, { error: `Puede ser de hasta ${formatPesos(max)}` }),
    );
}
