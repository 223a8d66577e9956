import * as z from 'zod/mini';
import {
  jsonObject,
  line,
  linkToken,
  list,
  optional,
  optionalText,
  success,
  words,
} from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';
import { orderChange } from '#contract/orders/orders-admin-calls.ts';
import { namesOrder, ofOwnOrder, pictureNumber } from '#contract/orders/own-order.ts';
import { blur } from '#contract/pins/blur.ts';
import { sentCrop } from '#contract/pins/crops.ts';
import { orderedPinFields } from '#contract/pins/pins.ts';
import { MAX_FILE_NAME_LENGTH, MAX_ITEMS, PICTURE_TOKEN_PREFIX } from '#domain/pins/images.ts';

export const MAX_REQUEST_WORDS = 500;

const token = linkToken(PICTURE_TOKEN_PREFIX);

/** 409 `order_ended`, `pictures_settled` once printed, `buyer_unreachable`. Replaces an open one. */
export const requestPictures = orderChange('POST', '/admin/orders/{id}/picture-requests', {
  summary: 'Mails the buyer a link to send other pictures; the order waits for them',
  body: jsonObject({
    items: list(pictureNumber(), MAX_ITEMS, {
      expected: 'una lista de números de imagen',
      empty: 'Elige al menos una imagen',
      tooMany: `Un pedido tiene hasta ${MAX_ITEMS} imágenes`,
    }),
    /** Text for the buyer: the reason, and which pictures would be suitable. */
    words: words(MAX_REQUEST_WORDS, 'Escribe qué imagen necesitas y por qué'),
  }),
  status: 201,
});
export type RequestPicturesBody = z.infer<typeof requestPictures.body>;

/** Without an open request nothing changes. */
export const withdrawPictureRequest = orderChange('DELETE', '/admin/orders/{id}/picture-requests', {
  summary: 'Continues with the present pictures; the link of the request ends',
});

/** For a buyer's own wish; whoever asks, the link goes only to the order's mailbox. */
export const requestPictureLink = defineRoute('POST', '/orders/picture/link', {
  auth: 'optional',
  summary: "Mails the order's buyer a link to change its pictures, until they are printed",
  body: jsonObject(ofOwnOrder).check(namesOrder()),
  status: 202,
  answer: success({ message: z.string() }),
});

/** An expired, used or forged token is 404. */
export const viewPictureRequest = defineRoute('POST', '/orders/picture/view', {
  auth: 'none',
  summary: 'Shows the pictures that can be replaced by a mailed link',
  body: jsonObject({ token }),
  answer: success({
    orderId: z.string(),
    /** The shop's words; null: the buyer requested the link. */
    words: z.nullable(z.string()),
    /** ISO 8601 in UTC. */
    expiresAt: z.string(),
    items: z.array(
      z.object({
        n: z.number(),
        imageUrl: z.string(),
        thumbnailUrl: z.string(),
        ...orderedPinFields,
        /** Null: it prints sharp enough. */
        blur: z.nullable(blur),
      }),
    ),
  }),
});

/** 409 `pictures_settled` once printed. An existing proof of the order becomes void. */
export const replacePicture = defineRoute('POST', '/orders/picture', {
  auth: 'none',
  summary: "Replaces a picture of an order by a new upload, by its mail's link",
  body: jsonObject({
    token,
    item: pictureNumber(),
    imageUrl: line(255),
    crop: optional(sentCrop),
    originalName: optionalText(line(MAX_FILE_NAME_LENGTH)),
  }),
  answer: success({
    message: z.string(),
    /** Pictures that the shop still waits for. */
    left: z.number(),
  }),
});
