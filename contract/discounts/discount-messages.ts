import { formatDateTime } from '#domain/base/dates.ts';
import {
  type DiscountProblem,
  type DiscountTerms,
  describeMinimum,
} from '#domain/discounts/discounts.ts';

type Refused = Partial<Pick<DiscountTerms, 'startsAt' | 'minOrderTotal'>> & {
  /** Price of the pins before shipping, in pesos. */
  orderTotal: number;
};

const texts: Record<DiscountProblem, (refused: Refused) => string> = {
  unknown: () => 'El código de descuento no existe',
  inactive: () => 'El código de descuento no está activo',
  not_started: ({ startsAt = null }) =>
    `El código de descuento aún no vale: empieza el ${formatDateTime(startsAt)}`,
  expired: () => 'El código de descuento está vencido',
  used_up: () => 'El código de descuento ya no tiene usos disponibles',
  used_by_buyer: () => 'Ya usaste este código de descuento: vale una vez por persona',
  other_products: () => 'El código de descuento no vale para los pines de este pedido',
  below_minimum: ({ orderTotal, ...minimum }) => describeMinimum(minimum, orderTotal),
};

/** Returns the message for a buyer whose discount code cannot be used. */
export function describeDiscountProblem(problem: DiscountProblem, refused: Refused): string {
  return texts[problem](refused);
}
