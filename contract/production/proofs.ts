import * as z from 'zod/mini';
import {
  jsonObject,
  line,
  mustBe,
  optional,
  optionalText,
  success,
  text,
  trueOrFalse,
} from '#contract/base/fields.ts';
import { CHARACTER_BYTES, defineRoute, USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { proofState, undoable } from '#contract/orders/orders-admin.ts';
import { orderChange } from '#contract/orders/orders-admin-calls.ts';
import { pictureNumber } from '#contract/orders/own-order.ts';
import { sentCrop } from '#contract/pins/crops.ts';
import { orderedPinFields, pinWords } from '#contract/pins/pins.ts';
import { MAX_FILE_NAME_LENGTH, MAX_ITEMS } from '#domain/pins/images.ts';
import { APPROVAL_CHANNELS, PROOF_LIMITS } from '#domain/production/proofs.ts';

const json = { error: mustBe('un objeto JSON') };

/**
 * 409 `proofs_off` if the settings say so, `order_ended` for an order that is completed or
 * cancelled, `buyer_unreachable` without an e-mail. The link of an earlier proof ends.
 */
export const sendProof = orderChange('POST', '/admin/orders/{id}/proofs', {
  summary: 'Mails the buyer a link to approve the pins, or to ask for changes',
  body: z.optional(jsonObject(undoable)),
  status: 201,
});

/** The proof before it is valid again. 409 `proof_settled`: its mail was not delayed, or has left. */
export const withdrawProof = orderChange('DELETE', '/admin/orders/{id}/proofs', {
  summary: 'Withdraws a proof whose mail has not left yet',
});

/** The history has who recorded it and when. 409 as for sending a proof. */
export const recordApproval = orderChange('POST', '/admin/orders/{id}/proofs/approved', {
  summary: 'Records that the buyer approved the pins as they are, by telephone or chat',
  body: jsonObject({
    /** How it was given; omitted: by telephone. */
    channel: z._default(z.enum(APPROVAL_CHANNELS, { error: 'Este medio no existe' }), 'phone'),
    /** Who gave it; omitted: the buyer. */
    givenBy: optionalText(line(PROOF_LIMITS.givenBy)),
  }),
  status: 201,
});
export type RecordApprovalBody = z.infer<typeof recordApproval.body>;

/**
 * `n` counts from 1. An approval of the previous state ends: its proof becomes void and its link
 * invalid. 409 `order_ended`, `image_already_ordered`; 400 `image_not_found`. With `text`: 404 for
 * a pin without one, 409 `pictures_settled` once the order is printed.
 */
export const changeItem = orderChange('PATCH', '/admin/orders/{id}/items/{n}', {
  summary: "Moves a pin's crop, corrects its text or replaces its picture",
  body: jsonObject({
    /** Omitted: unchanged, or the start crop of a new picture. */
    crop: optional(sentCrop),
    /** URL of a new upload; omitted: the picture is kept. */
    imageUrl: optionalText(line(255)),
    /** File name of the new picture; omitted: the name is kept. */
    originalName: optionalText(line(MAX_FILE_NAME_LENGTH)),
    /** Text on the pin, such as a name; omitted: unchanged. */
    text: optional(pinWords),
  }).check(
    z.refine(({ crop, imageUrl, text }) => [crop, imageUrl, text].some((sent) => sent !== null), {
      error: 'Envía un recorte, una imagen o un texto',
    }),
  ),
});
export type ChangeItemBody = z.infer<typeof changeItem.body>;

/**
 * `n` counts from 1. A second call restores the newer picture. Its proof becomes void; the buyer is
 * mailed. 404 without a previous picture; 409 `order_ended`, `pictures_settled` once the order is
 * printed.
 */
export const restorePicture = orderChange('POST', '/admin/orders/{id}/items/{n}/previous-picture', {
  summary: 'Restores the previous picture of a pin',
  body: jsonObject({}),
});

const token = line(500);

/** A dead, forged or foreign token is 404; only the recipient's own link gets a reason. */
export const viewProof = defineRoute('POST', '/proofs/view', {
  auth: 'none',
  summary: 'Shows the pins of a signed link, without data of the buyer',
  body: jsonObject({ token }),
  answer: success({
    orderId: z.string(),
    state: proofState,
    /** When the link expires. ISO 8601 in UTC. */
    expiresAt: z.string(),
    /** When it was answered; null: not yet. */
    answeredAt: z.nullable(z.string()),
    /** How long `POST /proofs/undo` still succeeds, in milliseconds; 0: not, or no longer. */
    undoMs: z.number(),
    /** True: the pins are printed once the payment has arrived; otherwise omitted. */
    isUnpaid: z.optional(z.boolean()),
    /** True: the buyer picks the pins up; otherwise omitted. */
    isPickedUp: z.optional(z.boolean()),
    items: z.array(
      z.object({ imageUrl: z.string(), thumbnailUrl: z.string(), ...orderedPinFields }),
    ),
  }),
});

const pinRemark = jsonObject({ n: pictureNumber(), words: line(PROOF_LIMITS.remark) });

/** Only once: 409 `proof_answered` afterwards. */
export const answerProof = defineRoute('POST', '/proofs/answer', {
  auth: 'none',
  summary: "Approves a proof by its mail's signed link, or asks for changes",
  body: jsonObject({
    token,
    approved: trueOrFalse(),
    /** The requested changes, in the buyer's own words. */
    words: optionalText(text(PROOF_LIMITS.words)),
    /** Requested changes of single pictures; `n` counts from 1. */
    remarks: optional(z.array(pinRemark, json).check(z.maxLength(MAX_ITEMS))),
  }),
  maxBodyBytes: MAX_ITEMS * (CHARACTER_BYTES * PROOF_LIMITS.remark + 64) + USUAL_BODY_BYTES,
  answer: success({ message: z.string(), state: proofState, undoMs: z.number() }),
});

/** An unanswered proof does not change. 409 `proof_settled` after a minute, and once printed. */
export const undoProofAnswer = defineRoute('POST', '/proofs/undo', {
  auth: 'none',
  summary: 'Undoes the answer to a proof, within a minute',
  body: jsonObject({ token }),
  answer: success({ message: z.string(), state: proofState }),
});
