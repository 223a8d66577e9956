import * as z from 'zod/mini';
import { crop } from '#contract/crops.ts';
import { pinChoiceFields } from '#contract/pins.ts';
import { FIRST_CHOICE, type PinChoice, type PinKind } from '#domain/pins/choice.ts';
import { type Crop, MIDDLE_CROP, type Size } from '#domain/pins/crops.ts';
import { orNull } from '#web/lib/or-null.ts';

const pixels = { width: z.number(), height: z.number() };
const uploaded = z.object({ imageUrl: z.string(), ...pixels, crop });

/** As the shop stores it: the address is relative to the root, the crop is a pin's start. */
export type UploadedPicture = z.infer<typeof uploaded>;

/** Each part by itself: one that no longer fits does not take the others with it. */
const choice = z.object({
  quantity: z.catch(pinChoiceFields.quantity, FIRST_CHOICE.quantity),
  crop: orNull(crop),
  product: orNull(z.string()),
  finish: orNull(z.string()),
  text: z.catch(pinChoiceFields.text, FIRST_CHOICE.text),
});

/** What is known of a picture besides the choice of its pins. */
const facts = z.object({
  /** Its name in this browser. */
  id: z.string(),
  name: z.string(),
  /** The file's size, in bytes. */
  size: z.number(),
  order: z.number(),
  /** The picture whose file it shares, as another pin of it; null: it has its own. */
  file: orNull(z.string()),
  notes: z.catch(z.string(), ''),
  /** Texts of a list, each on pins of its own; empty: the text of the choice is the only one. */
  names: z.catch(z.array(z.object({ value: z.string(), quantity: pinChoiceFields.quantity })), []),
  /** Its size in pixels, upright, once it could be read. */
  look: orNull(z.object(pixels)),
  upload: orNull(uploaded),
  /** Why the shop does not take it. */
  refusal: orNull(z.string()),
});

/** A chosen picture in an order that is being made. */
export type Picture = z.infer<typeof facts> & PinChoice;

/** @param kind which pin it becomes */
export function newPicture(
  file: Pick<Picture, 'id' | 'name' | 'size' | 'order'>,
  kind: PinKind = {},
): Picture {
  return { ...z.parse(facts, file), ...FIRST_CHOICE, ...kind };
}

/** Reads a stored picture: null for what is none; what is not stored is not decided yet. */
export function readPicture(stored: Readonly<Record<string, unknown>>): Picture | null {
  const known = z.safeParse(facts, stored).data;
  return known ? { ...known, ...z.parse(choice, stored) } : null;
}

/** Returns the pins that a picture becomes: those of its choice, or those of each name of its list. */
export function pinsOf(picture: Picture): readonly Picture[] {
  const { names, text } = picture;
  if (!text || names.length === 0) return [picture];
  return names.map(({ value, quantity }) => ({
    ...picture,
    names: [],
    quantity,
    text: { ...text, value },
  }));
}

/** Returns under which name the picture's file and preview are kept. */
export function fileOf({ id, file }: Pick<Picture, 'id' | 'file'>): string {
  return file ?? id;
}

/** Returns the id of the field that says which pin a picture becomes. */
export function kindFieldId(id: string): string {
  return `pin-${id}`;
}

/** Returns what of the picture its pin shows: its buyer's choice, else the start, else the middle. */
export function cropOf({ crop, upload }: Pick<Picture, 'crop' | 'upload'>): Crop {
  return crop ?? upload?.crop ?? MIDDLE_CROP;
}

/** Returns the picture's size in pixels, upright; null while nobody could read it. */
export function pixelsOf({ look, upload }: Pick<Picture, 'look' | 'upload'>): Size | null {
  return look ?? upload;
}
