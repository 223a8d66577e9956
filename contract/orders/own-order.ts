import * as z from 'zod/mini';
import { line, optionalText } from '#contract/base/fields.ts';
import { readOrderNumber } from '#domain/orders/order-number.ts';
import { MAX_ITEMS } from '#domain/pins/images.ts';

/** The order of a mail's link, or the account's own order with a bearer. */
export type OwnOrder = { token: string } | { orderId: string };

/** An order's number as it was typed or copied, in the spelling by which it is found. */
export const orderNumber = line(40).check(z.overwrite(readOrderNumber));

const PICTURE = { error: 'El número de una imagen, desde 1' };
/** Number of a picture of an order, from 1. */
export function pictureNumber() {
  return z.int(PICTURE).check(z.gte(1, PICTURE), z.lte(MAX_ITEMS, PICTURE));
}

export const ofOwnOrder = { token: optionalText(line(500)), orderId: optionalText(orderNumber) };

export const NO_ORDER = 'Falta el enlace o el número del pedido';

/** Rejects a body without any order. */
export function namesOrder() {
  return z.refine<{ token: string | null; orderId: string | null }>(
    ({ token, orderId }) => token !== null || orderId !== null,
    { error: NO_ORDER, path: ['orderId'] },
  );
}
