import { validateDiscount } from '#contract/discounts.ts';
import { type Discount, normalizeCode } from '#domain/discounts.ts';
import { callApi } from '#web/app/api.ts';

export const CODE_MISSING = 'Ingresa un código de descuento válido';
const CODE_INVALID = 'Código inválido';
const CODE_UNCHECKED = 'Error validando código de descuento';

/**
 * Asks the shop about a code.
 * @param orderTotal price of the pins before shipping, in pesos
 * @throws Error with what to tell the buyer
 */
export async function validateCode(typed: string, orderTotal: number): Promise<Discount> {
  const code = normalizeCode(typed);
  if (!code) throw new Error(CODE_MISSING);
  const body = JSON.stringify({ code, orderTotal });
  const answer = await callApi(validateDiscount, { body }).catch((error: unknown) => {
    throw error instanceof Error && error.message ? error : new Error(CODE_UNCHECKED);
  });
  if (answer.success) return answer.discount;
  throw new Error(answer.message || CODE_INVALID);
}
