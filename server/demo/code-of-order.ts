import type { Insertable } from 'kysely';
import type { Discount } from '#domain/discounts.ts';
import type { DiscountCodesTable } from '../db/types.ts';

/** How many of the first orders carry each of these codes. */
const carried: Readonly<Record<string, number>> = {
  AGOTADO: 10,
  QUEDAN2: 48,
  BIENVENIDA10: 60,
  VENCIDO: 12,
};

type Code = Pick<Insertable<DiscountCodesTable>, 'code' | 'name' | 'type' | 'value_hundredths'>;

/** @returns which code the order of a number carries: first all of one code, then of the next */
export function codeOfOrder(codes: readonly Code[]): (number: number) => Discount | null {
  const all = Object.entries(carried).flatMap(([wanted, count]) => {
    const found = codes.find(({ code }) => code === wanted);
    return found ? Array<Discount>(count).fill(toDiscount(found)) : [];
  });
  return (number) => all[number] ?? null;
}

function toDiscount({ code, name, type, value_hundredths }: Code): Discount {
  return { code, name, type, value: value_hundredths / 100 };
}
