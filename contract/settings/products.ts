import * as z from 'zod/mini';
import { list } from '#contract/base/fields.ts';
import { namedPinFields } from '#contract/pins/pins.ts';
import { millimetres } from '#contract/pins/press.ts';
import { foldText } from '#domain/base/folding.ts';
import { PRESS_MM, type PriceLine } from '#domain/pins/pin.ts';
import { MAX_FINISHES, MAX_PRODUCTS } from '#domain/pins/products.ts';
import { once } from '#domain/settings/group.ts';
import { nestedCircles } from '#domain/settings/press.ts';
import { prices } from '#domain/settings/prices.ts';
import {
  checkEntries,
  checkRules,
  object,
  pesos,
  pictureUrl,
  settingSchema,
  yesOrNo,
} from './schema.ts';

const idOnce = () => checkEntries(once('id', 'Este identificador ya está en la lista'));
const nameOnce = () => checkEntries(once('name', 'Este nombre ya está en la lista', foldText));

const circle = () => millimetres(PRESS_MM);

/** The fields of a product that buyers may see. */
export const offeredProductFields = {
  ...namedPinFields,
  press: object({ face: circle(), cut: circle(), safe: circle() }).check(
    ...checkRules(nestedCircles('face', 'cut', 'safe')),
  ),
  price: pesos(),
  steps: settingSchema<PriceLine['steps']>(prices.fields.steps),
  finishes: list(object({ ...namedPinFields, extra: pesos() }), MAX_FINISHES, {
    expected: 'una lista',
    tooMany: `Se aceptan hasta ${MAX_FINISHES}`,
  }).check(idOnce(), nameOnce()),
  /** A picture from `POST /upload`, kept for good when the products are saved. */
  imageUrl: z.optional(pictureUrl()),
};

export const productsSchema = object({
  products: list(object({ ...offeredProductFields, retired: yesOrNo() }), MAX_PRODUCTS, {
    expected: 'una lista',
    tooMany: `Se aceptan hasta ${MAX_PRODUCTS} productos`,
    empty: 'La tienda necesita un producto',
  }).check(
    idOnce(),
    nameOnce(),
    z.check(({ value, issues }) => {
      if (value.length === 0 || value.some(({ retired }) => !retired)) return;
      const path = [value.length - 1, 'retired'];
      const message = 'Al menos un producto debe quedar a la venta';
      issues.push({ code: 'custom', input: value, path, message });
    }),
  ),
});
