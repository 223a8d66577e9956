import type { Product } from '#domain/pins/products.ts';
import type { Context } from '#server/context.ts';
import { insertSave } from '#server/settings/repo.ts';

const more: Product[] = [
  {
    id: '32-mm',
    name: '32 mm',
    press: { face: 32, cut: 43, safe: 27 },
    price: 1200,
    steps: [{ from: 20, price: 990 }],
    finishes: [
      { id: 'alfiler', name: 'Alfiler', extra: 0 },
      { id: 'iman', name: 'Imán', extra: 300 },
    ],
    retired: false,
  },
  {
    id: '58-mm-espejo',
    name: '58 mm espejo',
    press: { face: 58, cut: 70, safe: 51 },
    price: 2500,
    steps: [],
    finishes: [],
    retired: false,
  },
];

/** Saves two products beside the one that every shop begins with. @param by the admin's uid */
export async function seedProducts({ db, clock, settings }: Context, by: string): Promise<void> {
  const [first] = settings.defaults.products.products;
  const products = first ? [first, ...more] : more;
  await db.transaction(async (tx) => {
    const values = JSON.stringify({ products });
    await insertSave(tx, { group: 'products', version: 1, values, at: clock(), by });
  });
}
