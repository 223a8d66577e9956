import * as z from 'zod/mini';
import { MAX_FILE_NAME_LENGTH, MAX_ITEMS, PICTURE_TOKEN_PREFIX } from '#domain/images.ts';
import { blur } from './blur.ts';
import { sentCrop } from './crops.ts';
import { line, linkToken, list, mustBe, optional, optionalText, success, text } from './fields.ts';
import { changed } from './orders-admin-calls.ts';
import { namesOrder, ofOwnOrder } from './own-order.ts';
import { orderedPinFields } from './pins.ts';
import { defineRoute } from './route.ts';

export const MAX_REQUEST_WORDS = 500;

const json = { error: mustBe('un objeto JSON') };
const token = linkToken(PICTURE_TOKEN_PREFIX);
/** Which picture of an order, from 1. */
const n = z
  .int({ error: mustBe('un número de imagen') })
  .check(z.minimum(1, { error: 'Las imágenes se cuentan desde 1' }), z.maximum(MAX_ITEMS));

const requestPicturesBody = z.object(
  {
    items: list(n, MAX_ITEMS, {
      expected: 'una lista de números de imagen',
      empty: 'Elige al menos una imagen',
      tooMany: `Un pedido tiene hasta ${MAX_ITEMS} imágenes`,
    }),
    /** What the buyer reads: why, and what would do. */
    words: text(MAX_REQUEST_WORDS).check(
      z.minLength(1, { error: 'Escribe qué imagen necesitas y por qué' }),
    ),
  },
  json,
);
export type RequestPicturesBody = z.infer<typeof requestPicturesBody>;

/** 409 `order_ended`, `pictures_settled` once it is printed, `buyer_unreachable`; a later one replaces it. */
export const requestPictures = defineRoute({
  method: 'POST',
  path: '/admin/orders/{id}/picture-requests',
  auth: 'admin',
  summary: 'Mails the buyer a link to send other pictures; the order waits for them',
  body: requestPicturesBody,
  status: 201,
  answer: changed,
});

/** Without a request nothing changes. */
export const withdrawPictureRequest = defineRoute({
  method: 'DELETE',
  path: '/admin/orders/{id}/picture-requests',
  auth: 'admin',
  summary: 'Goes on with the pictures that there are; the link of the request is dead',
  answer: changed,
});

/** For who wants to send another picture: the link goes to the order's own mailbox, whoever asks. */
export const requestPictureLink = defineRoute({
  method: 'POST',
  path: '/orders/picture/link',
  auth: 'optional',
  summary: "Mails the order's buyer a link to change its pictures, until they are printed",
  body: z.object(ofOwnOrder, json).check(namesOrder()),
  status: 202,
  answer: success({ message: z.string() }),
});

/** A dead, used or forged token is 404. */
export const viewPictureRequest = defineRoute({
  method: 'POST',
  path: '/orders/picture/view',
  auth: 'none',
  summary: 'Shows the pictures that a mailed link lets its holder replace',
  body: z.object({ token }, json),
  answer: success({
    orderId: z.string(),
    /** The shop's; null: the buyer wanted the link. */
    words: z.nullable(z.string()),
    /** ISO 8601 in UTC. */
    expiresAt: z.string(),
    items: z.array(
      z.object({
        n: z.number(),
        imageUrl: z.string(),
        thumbnailUrl: z.string(),
        ...orderedPinFields,
        /** Null: it prints well. */
        blur: z.nullable(blur),
      }),
    ),
  }),
});

/** 409 `pictures_settled` once it is printed. A proof of the order is void afterwards. */
export const replacePicture = defineRoute({
  method: 'POST',
  path: '/orders/picture',
  auth: 'none',
  summary: "Replaces a picture of an order by a fresh upload, by its mail's link",
  body: z.object(
    {
      token,
      item: n,
      imageUrl: line(255),
      crop: optional(sentCrop),
      originalName: optionalText(line(MAX_FILE_NAME_LENGTH)),
    },
    json,
  ),
  answer: success({
    message: z.string(),
    /** Pictures that the shop still waits for. */
    left: z.number(),
  }),
});
