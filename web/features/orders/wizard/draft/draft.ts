import * as z from 'zod/mini';
import { discount as discountShape } from '#contract/discounts.ts';
import { pricing } from '#contract/pricing.ts';
import { type DeliveryForm, makeForm } from '#domain/delivery.ts';
import type { Discount } from '#domain/discounts.ts';
import type { Picture } from '#web/features/uploads/picture.ts';
import type { Entries } from './entries.ts';
import { choiceParts, readChoice } from './read-choice.ts';

export type Step = 0 | 1 | 2 | 3;

/** The order that this browser placed last; its total in pesos, and where its buyer is written to. */
export type PlacedOrder = z.infer<typeof placed>;
export type SentOrder = Omit<PlacedOrder, 'at'>;

/** Figures that the shop announced for exactly this choice of pins, city and code. */
type AgreedPricing = { basis: string; pricing: z.infer<typeof pricing> };

export type Draft = {
  step: Step;
  pictures: readonly Picture[];
  form: DeliveryForm;
  discount: Discount | null;
  /** The code of the link that its buyer came by, until the summary has looked at it. */
  offeredCode: string | null;
  agreed: AgreedPricing | null;
  /** Names the order to come, so that it is made once however often it is sent. */
  orderKey: string | null;
  /** Bodies that were sent under this key and whose answer is unknown, oldest first. */
  attempts: readonly string[];
  placed: PlacedOrder | null;
};

const facts = z.object({ name: z.string(), size: z.number(), order: z.number() });
const look = z.object({ width: z.number(), height: z.number() });
const upload = z.object({ imageUrl: z.string(), width: z.number(), height: z.number() });
const coordinates = z.object({ lat: z.number(), lng: z.number() });
const agreed = z.object({ basis: z.string(), pricing });
const placed = z.object({
  id: z.string(),
  at: z.number(),
  total: z.optional(z.number()),
  email: z.optional(z.string()),
});
const steps = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

/** Reads one value; what another version of the page left in another shape counts as absent. */
function read<T extends z.ZodMiniType>(entries: Entries, key: string, shape: T) {
  return z.safeParse(shape, entries.get(key)?.value).data ?? null;
}

const pictureKey = /^picture\.([^.]+)$/;

function readPicture(entries: Entries, id: string): Picture | null {
  const own = read(entries, `picture.${id}`, facts);
  if (!own) return null;
  const part = <T extends z.ZodMiniType>(name: string, shape: T) =>
    read(entries, `picture.${id}.${name}`, shape);
  return {
    id,
    ...own,
    notes: part('notes', z.string()) ?? '',
    ...readChoice(entries, id),
    look: part('look', look),
    upload: part('upload', upload),
    refusal: part('refusal', z.string()),
  };
}

const parts = ['notes', ...choiceParts, 'look', 'upload', 'refusal'];

/** A picture whose values are the same as before is the same object: nothing is drawn anew. */
function readPictureOnce(entries: Entries, id: string, earlier: Entries, known: Picture[]) {
  const own = `picture.${id}`;
  const keys = [own, ...parts.map((part) => `${own}.${part}`)];
  const isSame = keys.every((key) => entries.get(key) === earlier.get(key));
  const same = isSame && known.find((picture) => picture.id === id);
  return same || readPicture(entries, id);
}

function readPictures(entries: Entries, earlier: Entries, known: Picture[]): Picture[] {
  const pictures: Picture[] = [];
  for (const key of entries.keys()) {
    const id = pictureKey.exec(key)?.[1];
    const picture = id === undefined ? null : readPictureOnce(entries, id, earlier, known);
    if (picture) pictures.push(picture);
  }
  return pictures.sort((a, b) => a.order - b.order || a.id.localeCompare(b.id));
}

function readForm(entries: Entries): DeliveryForm {
  return makeForm(
    (field) => read(entries, `form.${field}`, z.string()) ?? '',
    read(entries, 'form.coordinates', coordinates),
  );
}

/** What was read before, and what it was read from. */
type Earlier = { entries: Entries; draft: Pick<Draft, 'pictures'> };

const nothing: Earlier = { entries: new Map(), draft: { pictures: [] } };

/** Reads the draft out of its separately stored values. */
export function readDraft(entries: Entries, earlier: Earlier = nothing): Draft {
  return {
    step: read(entries, 'step', steps) ?? 0,
    pictures: readPictures(entries, earlier.entries, [...earlier.draft.pictures]),
    form: readForm(entries),
    discount: read(entries, 'discount', discountShape),
    offeredCode: read(entries, 'offeredCode', z.string()),
    agreed: read(entries, 'agreed', agreed),
    orderKey: read(entries, 'orderKey', z.string()),
    attempts: read(entries, 'attempts', z.array(z.string())) ?? [],
    placed: read(entries, 'placed', placed),
  };
}

/** Values to write, by key. */
export type Changes = Readonly<Record<string, unknown>>;

/** Changes of one picture, for example its notes. */
export function pictureChanges(id: string, changes: Partial<Picture>): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [`picture.${id}.${name}`, value]),
  );
}

export function formChanges(changes: Partial<DeliveryForm>): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [`form.${name}`, value]),
  );
}

/** What takes everything away but the note of the placed order. */
export function emptyingChanges(entries: Entries): Changes {
  const keys = [...entries.values()].filter(({ value }) => value !== null).map(({ key }) => key);
  return Object.fromEntries(keys.filter((key) => key !== 'placed').map((key) => [key, null]));
}
