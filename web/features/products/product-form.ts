import { problemsOf } from '#contract/base/rules.ts';
import { settingsSchemas } from '#contract/settings/settings.ts';
import { foldText } from '#domain/base/folding.ts';
import type { Finish } from '#domain/pins/pin.ts';
import { MAX_PRODUCT_NAME_LENGTH, type Product } from '#domain/pins/products.ts';
import { type FieldSpecs, line, list, onOff, pesos, picture } from '#domain/settings/group.ts';
import { press } from '#domain/settings/press.ts';
import { prices } from '#domain/settings/prices.ts';
import { SENDING } from '#web/features/settings/draft.ts';

const { faceMm, cutMm, safeMm } = press.fields;
const { pin, steps } = prices.fields;

/** In the order of the window; circles, price and tiers are typed as for the first product. */
const fields = {
  name: line('Nombre', MAX_PRODUCT_NAME_LENGTH, {
    hint: 'Así lo leen los compradores. Por ejemplo, 32 mm o 58 mm espejo',
    isWide: true,
  }),
  ...{ faceMm, cutMm, safeMm, pin, steps },
  finishes: list('Acabados', {
    hint: 'Cómo va por atrás: alfiler, imán, espejo. El primero es el de quien no elige; sin ninguno, el pin lleva alfiler',
    one: 'Acabado',
    entry: {
      name: line('Nombre', MAX_PRODUCT_NAME_LENGTH),
      extra: pesos('Precio extra por pin', { isOptional: true }),
    },
  }),
  imageUrl: picture('Imagen del producto', {
    hint: 'Una foto de cómo queda: JPEG, PNG o WebP, hasta 5 MB',
  }),
  retired: onOff(
    'Retirado',
    'Los compradores ya no lo ven; los pedidos que lo llevan siguen igual',
  ),
} satisfies FieldSpecs;
const { retired: _, ...newFields } = fields;

/** Fields whose name in the window differs from the product's schema. */
const fieldNames: Readonly<Record<string, string>> = {
  ...{ 'press.face': 'faceMm', 'press.cut': 'cutMm', 'press.safe': 'safeMm', price: 'pin' },
};

/**
 * Returns the form of one product.
 * @param products all saved products
 * @param id the product's; null: a new one, whose id is made from its name
 */
export function productForm(products: readonly Product[], id: string | null) {
  const others = products.filter((product) => product.id !== id);
  // Last, so that conflicts with other products are reported at this one.
  const prefix = `products.${others.length}.`;
  return {
    fields: id === null ? newFields : fields,
    check: (read: Readonly<Record<string, unknown>>) => {
      const body = { products: [...others, toProduct(read, id, others)] };
      const { data } = settingsSchemas.products.safeParse(body);
      const problems = Object.entries(problemsOf(settingsSchemas.products, body)).map(
        ([path, problem]) => {
          const field = path.startsWith(prefix) ? path.slice(prefix.length) : path;
          return [fieldNames[field] ?? field, problem];
        },
      );
      const isSending = read.imageUrl === SENDING;
      return {
        values: data?.products.at(-1) ?? null,
        problems: {
          ...Object.fromEntries(problems),
          ...(isSending && { imageUrl: 'Espera a que la imagen termine de subir' }),
        },
      };
    },
  };
}

/** Returns a product's values by field. */
export function flatten({ press: { face, cut, safe }, price, ...product }: Product) {
  return { ...product, faceMm: face, cutMm: cut, safeMm: safe, pin: price };
}

/** Returns the values read from the form in the shape of the schema. */
function toProduct(
  read: Readonly<Record<string, unknown>>,
  id: string | null,
  others: readonly Product[],
): object {
  const { faceMm: face, cutMm: cut, safeMm: safe, pin: price, finishes, ...product } = read;
  return {
    retired: false,
    ...product,
    id: id ?? makeId(read.name, 'pin', new Set(others.map((other) => other.id))),
    press: { face, cut, safe },
    price,
    finishes: toFinishes(finishes),
  };
}

function toFinishes(read: unknown): object[] {
  const typed: readonly Partial<Record<keyof Finish, unknown>>[] = Array.isArray(read) ? read : [];
  const taken = new Set(typed.map(({ id }) => id).filter((id) => id !== undefined));
  return typed.map(({ id, name, extra }) => {
    const own = id ?? makeId(name, 'acabado', taken);
    taken.add(own);
    return { id: own, name, extra: extra ?? 0 };
  });
}

/** Returns an unused id, such as `58-mm-espejo`; `fallback` for a name without letters. */
function makeId(name: unknown, fallback: string, taken: ReadonlySet<unknown>): string {
  const plain = foldText(typeof name === 'string' ? name : '').replaceAll(/[^a-z0-9]+/g, '-');
  const base = plain.slice(0, MAX_PRODUCT_NAME_LENGTH - 3).replaceAll(/^-|-$/g, '') || fallback;
  let id = base;
  for (let n = 2; taken.has(id); n += 1) id = `${base}-${n}`;
  return id;
}

const EMPTY: Product = {
  ...{ id: '', name: '', price: 0, steps: [], finishes: [], retired: false },
  press: { face: 58, cut: 70, safe: 51 },
};

/** Returns a new product with the circles and price of the last one. */
export function newProduct(products: readonly Product[]): Product {
  const { press: circles, price } = products.at(-1) ?? EMPTY;
  return { ...EMPTY, press: circles, price };
}

/** Returns the products with this one replaced, or appended. */
export function withProduct(products: readonly Product[], product: Product): Product[] {
  const at = products.findIndex(({ id }) => id === product.id);
  return at === -1 ? [...products, product] : products.with(at, product);
}

/** Returns the products with one moved by a number of places. */
export function moveProduct(products: readonly Product[], id: string, by: number): Product[] {
  const from = products.findIndex((product) => product.id === id);
  const [product] = products.slice(from, from + 1);
  return product ? products.toSpliced(from, 1).toSpliced(from + by, 0, product) : [...products];
}
