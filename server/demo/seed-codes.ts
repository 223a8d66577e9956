import type { Insertable } from 'kysely';
import type { Discount } from '#domain/discounts.ts';
import type { Context } from '#server/context.ts';
import type { DiscountCodesTable } from '#server/db/types.ts';

const DAY_MS = 86_400_000;

type DemoCode = Omit<Insertable<DiscountCodesTable>, 'created_at'>;

function demoCodes(now: number): DemoCode[] {
  const usable = {
    multiple_use: 1,
    max_uses: null,
    once_per_buyer: 0,
    current_uses: 0,
    is_active: 1,
  } as const;
  return [
    {
      ...usable,
      code: 'BIENVENIDA10',
      name: 'Diez por ciento',
      type: 'percentage',
      value_hundredths: 1000,
      expires_at: null,
    },
    {
      ...usable,
      code: 'MENOS2000',
      name: 'Dos mil pesos menos',
      type: 'fixed',
      value_hundredths: 200_000,
      expires_at: null,
    },
    {
      ...usable,
      code: 'GRATIS',
      name: 'Pines de regalo',
      type: 'percentage',
      value_hundredths: 10_000,
      expires_at: null,
    },
    {
      ...usable,
      code: 'QUEDAN2',
      name: 'Quedan dos usos',
      type: 'percentage',
      value_hundredths: 2000,
      max_uses: 50,
      expires_at: null,
    },
    {
      ...usable,
      code: 'UNAVEZ',
      name: 'Un solo uso',
      type: 'percentage',
      value_hundredths: 2500,
      multiple_use: 0,
      expires_at: null,
    },
    {
      ...usable,
      code: 'ESTASEMANA',
      name: 'Vence en siete días',
      type: 'percentage',
      value_hundredths: 1500,
      expires_at: now + 7 * DAY_MS,
    },
    {
      ...usable,
      code: 'VENCIDO',
      name: 'Venció ayer',
      type: 'percentage',
      value_hundredths: 3000,
      expires_at: now - DAY_MS,
    },
    {
      ...usable,
      code: 'AGOTADO',
      name: 'Sin usos disponibles',
      type: 'percentage',
      value_hundredths: 5000,
      max_uses: 10,
      expires_at: null,
    },
    {
      ...usable,
      code: 'ENVIOGRATIS',
      name: 'Envío gratis desde $10.000, una vez por persona',
      type: 'free_shipping',
      value_hundredths: 0,
      once_per_buyer: 1,
      min_order_total: 10_000,
      expires_at: null,
    },
    {
      ...usable,
      code: 'PRONTO',
      name: 'Empieza en tres días',
      type: 'percentage',
      value_hundredths: 2000,
      starts_at: now + 3 * DAY_MS,
      expires_at: now + 10 * DAY_MS,
    },
    {
      ...usable,
      code: 'PAUSADO',
      name: 'Desactivado',
      type: 'fixed',
      value_hundredths: 100_000,
      is_active: 0,
      expires_at: null,
    },
  ];
}

export async function seedCodes({ db, clock }: Context): Promise<DemoCode[]> {
  const codes = demoCodes(clock());
  await db.queries
    .insertInto('discount_codes')
    .values(codes.map((code) => ({ ...code, created_at: clock() })))
    .execute();
  return codes;
}

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
