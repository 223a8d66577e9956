import * as z from 'zod/mini';
import { deliveryAnswer, pickupAnswer, toForm, wayAnswer } from '#contract/delivery.ts';
import { discount } from '#contract/discounts.ts';
import { paymentDetails } from '#contract/payment-details.ts';
import { pricing } from '#contract/pricing.ts';
import { type DeliveryForm, emptyDelivery } from '#domain/delivery.ts';
import { type Picture, pinsOf, readPicture } from '#web/features/uploads/picture.ts';
import { orNull } from '#web/lib/or-null.ts';
import type { Patch, Rows } from './rows.ts';

const placed = z.object({
  id: z.string(),
  at: z.number(),
  total: z.optional(z.number()),
  email: z.optional(z.string()),
  howToPay: z.optional(paymentDetails),
  /** Where parcels take longer; left out elsewhere. */
  region: z.optional(z.string()),
  onItsWay: z.optional(z.object({ deliveryData: z.object(wayAnswer), pickup: pickupAnswer })),
});

/**
 * The order that this browser placed last; its total in pesos, where its buyer is written to, how to pay
 * and how it is received, left out for the door.
 */
export type PlacedOrder = z.infer<typeof placed>;
export type SentOrder = Omit<PlacedOrder, 'at'>;

const meta = z.object({
  step: z.catch(z.literal([0, 1, 2, 3]), 0),
  /** What new pictures become; null: the first on offer. */
  kind: orNull(z.object({ product: z.string(), finish: z.nullable(z.string()) })),
  discount: orNull(discount),
  /** The code of the link that its buyer came by, until the summary has looked at it. */
  offeredCode: orNull(z.string()),
  /** Figures that the shop announced for exactly this choice of pins, city and code. */
  agreed: orNull(z.object({ basis: z.string(), pricing })),
  /** Names the order to come, so that it is made once however often it is sent. */
  orderKey: orNull(z.string()),
  /** Bodies that were sent under this key and whose answer is unknown, oldest first. */
  attempts: z.catch(z.array(z.string()), []),
  placed: orNull(placed),
});
const emptyMeta = z.parse(meta, {});

const form = z.catch(z.object(deliveryAnswer), emptyDelivery);

export type Draft = z.infer<typeof meta> & {
  pictures: readonly Picture[];
  form: DeliveryForm;
};
export type Step = Draft['step'];

/** Returns the pictures that become pins: those that the shop has not refused. */
export const usablePictures = ({ pictures }: Pick<Draft, 'pictures'>): readonly Picture[] =>
  pictures.filter(({ refusal }) => refusal === null);

/** Returns what is ordered, one by one: a picture with a list of names is as many. */
export const orderedPins = (draft: Pick<Draft, 'pictures'>): readonly Picture[] =>
  usablePictures(draft).flatMap(pinsOf);

/** What is to change; what is not named stays. Null takes a picture, or all of the form, away. */
export type Changes = Partial<z.infer<typeof meta>> & {
  pictures?: Readonly<Record<string, Partial<Picture> | null>>;
  form?: Partial<DeliveryForm> | null;
};

/** Returns the new values of each row that the changes concern. */
export function toPatches({ pictures = {}, form, ...meta }: Changes): Patch[] {
  const patches: Patch[] = Object.entries(pictures);
  if (form !== undefined) patches.push(['form', form]);
  if (Object.keys(meta).length > 0) patches.push(['meta', meta]);
  return patches;
}

/** Reads the draft out of its rows. */
export function readDraft(rows: Rows): Draft {
  const pictures = [...rows.values()].flatMap((row) => readPicture(row) ?? []);
  return {
    ...z.parse(meta, rows.get('meta') ?? {}),
    form: toForm(z.parse(form, { ...emptyDelivery, ...rows.get('form') })),
    pictures: pictures.sort((a, b) => a.order - b.order || a.id.localeCompare(b.id)),
  };
}

/** What puts these pictures into the draft as they are. */
export const keeping = (pictures: readonly Picture[]): Changes => ({
  pictures: Object.fromEntries(pictures.map((picture) => [picture.id, picture])),
});

/** What takes these pictures out of the draft. */
export const removing = (ids: readonly string[]): Changes => ({
  pictures: Object.fromEntries(ids.map((id) => [id, null])),
});

/** What takes everything away but the note of the placed order. */
export function emptying({ pictures, placed }: Draft): Changes {
  return { ...emptyMeta, placed, form: null, ...removing(pictures.map(({ id }) => id)) };
}
