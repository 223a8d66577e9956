import { validateDiscount } from '#contract/discounts.ts';
import { type Discount, normalizeCode } from '#domain/discounts.ts';
import { callApi, LostAnswer, Refusal } from '#web/lib/api.ts';

const CODE_MISSING = 'Ingresa un código de descuento válido';
const CODE_INVALID = 'Código inválido';
const CODE_UNCHECKED = 'Error validando código de descuento';

/** The shop looked at the code and does not take it. */
export class UselessCode extends Error {
  /** The pins alone cost too little for it: with more of them it can be used. */
  readonly isBelowMinimum: boolean;

  constructor(reason: string, isBelowMinimum: boolean) {
    super(reason);
    this.name = 'UselessCode';
    this.isBelowMinimum = isBelowMinimum;
  }
}

/** Whether the shop did answer, only neither with a discount nor with a word about it. */
function wasAnswered(error: unknown): boolean {
  return (error instanceof LostAnswer || error instanceof Refusal) && error.status === 200;
}

/** @throws UselessCode, Error with what to tell the buyer; `orderTotal` in pesos, no shipping */
export async function validateCode(typed: string, orderTotal: number): Promise<Discount> {
  const code = normalizeCode(typed);
  if (!code) throw new Error(CODE_MISSING);
  const body = JSON.stringify({ code, orderTotal });
  const answer = await callApi(validateDiscount, { body }).catch((error: unknown) => {
    if (error instanceof Error && error.message) throw error;
    throw new Error(wasAnswered(error) ? CODE_INVALID : CODE_UNCHECKED);
  });
  if (answer.success) return answer.discount;
  throw new UselessCode(answer.message || CODE_INVALID, answer.missingAmount !== undefined);
}
