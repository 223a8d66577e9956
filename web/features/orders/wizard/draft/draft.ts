import * as z from 'zod/mini';
import { deliveryAnswer, pickupAnswer, toForm, wayAnswer } from '#contract/delivery/delivery.ts';
import { discount } from '#contract/discounts/discounts.ts';
import { pricing } from '#contract/orders/pricing.ts';
import { paymentDetails } from '#contract/payments/payment-details.ts';
import { type DeliveryForm, emptyDelivery } from '#domain/delivery/delivery.ts';
import { type Picture, pinsOf, readPicture } from '#web/features/uploads/picture.ts';
import { newKey } from '#web/lib/new-key.ts';
import { orNull } from '#web/lib/or-null.ts';

/** A row of the draft, by the names of its values. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a draft: the form, the rest (`meta`), and one per picture, with its id as key. */
export type Rows = ReadonlyMap<string, Row>;

/** New values for one row; null removes the row. */
export type Patch = readonly [key: string, values: Row | null];

/** Returns the rows with the new values; other values stay. */
export function patchRows(rows: Rows, patches: Iterable<Patch>): Rows {
  const patched = new Map(rows);
  for (const [key, values] of patches) {
    if (values) patched.set(key, { ...patched.get(key), ...values });
    else patched.delete(key);
  }
  return patched;
}

const placed = z.object({
  id: z.string(),
  at: z.number(),
  total: z.optional(z.number()),
  email: z.optional(z.string()),
  howToPay: z.optional(paymentDetails),
  /** The region, if transport takes longer there; otherwise omitted. */
  region: z.optional(z.string()),
  onItsWay: z.optional(z.object({ deliveryData: z.object(wayAnswer), pickup: pickupAnswer })),
});

/**
 * The last order placed in this browser: total in pesos, e-mail, how to pay, and way of delivery
 * (omitted for home delivery).
 */
export type PlacedOrder = z.infer<typeof placed>;
export type SentOrder = Omit<PlacedOrder, 'at'>;

const meta = z.object({
  step: z.catch(z.literal([0, 1, 2, 3]), 0),
  /** The pin of new pictures; null: the first on offer. */
  kind: orNull(z.object({ product: z.string(), finish: z.nullable(z.string()) })),
  discount: orNull(discount),
  /** The code of the link that the buyer followed, until the summary has checked it. */
  offeredCode: orNull(z.string()),
  /** Figures that the shop returned for exactly this choice of pins, city and code. */
  agreed: orNull(z.object({ basis: z.string(), pricing })),
  /** Idempotency key: the order is placed once, however often it is sent. */
  orderKey: orNull(z.string()),
  /** Request bodies sent with this key without a response, oldest first. */
  attempts: z.catch(z.array(z.string()), []),
  placed: orNull(placed),
});
const emptyMeta = z.parse(meta, {});

const form = z.catch(z.object(deliveryAnswer), emptyDelivery);

/** Reads each row once: a change would read the rows of all pictures again. */
function eachOnce<Value>(read: (row: Row) => Value): (row: Row | undefined) => Value {
  const values = new WeakMap<Row, { value: Value }>();
  return (row = NO_ROW) => {
    const known = values.get(row) ?? { value: read(row) };
    values.set(row, known);
    return known.value;
  };
}

const NO_ROW: Row = {};
const readRow = eachOnce(readPicture);
const readMeta = eachOnce((row) => z.parse(meta, row));
const readForm = eachOnce((row) => toForm(z.parse(form, { ...emptyDelivery, ...row })));

export type Draft = z.infer<typeof meta> & { pictures: readonly Picture[]; form: DeliveryForm };
export type Step = Draft['step'];

/** Returns the pictures that become pins, without those that the shop rejected. */
export const usablePictures = ({ pictures }: Pick<Draft, 'pictures'>): readonly Picture[] =>
  pictures.filter(({ refusal }) => refusal === null);

/** Returns the items of the order; a picture with a list of names is several. */
export const orderedPins = (draft: Pick<Draft, 'pictures'>): readonly Picture[] =>
  usablePictures(draft).flatMap(pinsOf);

/** Changed values; others stay. Null removes a picture, or the whole form. */
export type Changes = Partial<z.infer<typeof meta>> & {
  pictures?: Readonly<Record<string, Partial<Picture> | null>>;
  form?: Partial<DeliveryForm> | null;
};

/** Returns the patches of each row that the changes affect. */
export function toPatches({ pictures = {}, form, ...meta }: Changes): Patch[] {
  const patches: Patch[] = Object.entries(pictures);
  if (form !== undefined) patches.push(['form', form]);
  if (Object.keys(meta).length > 0) patches.push(['meta', meta]);
  return patches;
}

/** Reads the draft from its rows; what an unchanged row contains keeps its identity. */
export function readDraft(rows: Rows): Draft {
  const pictures = [...rows.values()].flatMap((row) => readRow(row) ?? []);
  return {
    ...readMeta(rows.get('meta')),
    form: readForm(rows.get('form')),
    pictures: pictures.sort((a, b) => a.order - b.order || a.id.localeCompare(b.id)),
  };
}

/** Returns the changes that restore these pictures. */
export const keeping = (pictures: readonly Picture[]): Changes => ({
  pictures: Object.fromEntries(pictures.map((picture) => [picture.id, picture])),
});

/** Returns the changes that remove these pictures. */
export const removing = (ids: readonly string[]): Changes => ({
  pictures: Object.fromEntries(ids.map((id) => [id, null])),
});

/** Returns the changes that remove everything except the note of the placed order. */
export function emptying({ pictures, placed }: Draft): Changes {
  return { ...emptyMeta, placed, form: null, ...removing(pictures.map(({ id }) => id)) };
}

/** Returns a new id of a picture in the draft, with the time of its creation and without a dot. */
export function newPictureId(now: number = Date.now()): string {
  return `${now.toString(36)}-${newKey()}`;
}

/** Returns how long ago a picture was chosen, in milliseconds; Infinity for an unknown id. */
export function pictureAge(id: string, now: number = Date.now()): number {
  const made = Number.parseInt(id.split('-')[0] ?? '', 36);
  return Number.isNaN(made) ? Number.POSITIVE_INFINITY : now - made;
}
