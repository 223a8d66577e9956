import * as z from 'zod/mini';
import { crop, heads } from '#contract/pins/crops.ts';
import { pinChoiceFields } from '#contract/pins/pins.ts';
import { FIRST_CHOICE, type PinChoice, type ProductChoice } from '#domain/pins/choice.ts';
import { type Crop, MIDDLE_CROP, type Size } from '#domain/pins/crops.ts';
import { orNull } from '#web/lib/or-null.ts';

const pixels = { width: z.number(), height: z.number() };
const uploaded = z.object({
  imageUrl: z.string(),
  thumbnailUrl: z.optional(z.string()),
  ...pixels,
  crop,
  heads: z.catch(z.optional(heads), undefined),
});

/** As the shop stores it: a URL relative to the root, and the start crop. */
export type UploadedPicture = z.infer<typeof uploaded>;

/** Each field separately, so that an invalid one does not invalidate the others. */
const choice = z.object({
  quantity: z.catch(pinChoiceFields.quantity, FIRST_CHOICE.quantity),
  crop: orNull(crop),
  product: orNull(z.string()),
  finish: orNull(z.string()),
  text: z.catch(pinChoiceFields.text, FIRST_CHOICE.text),
});

/** The data of a picture besides the choice of its pins. */
const facts = z.object({
  /** Its id in this browser. */
  id: z.string(),
  name: z.string(),
  /** The file's size, in bytes. */
  size: z.number(),
  order: z.number(),
  /** The picture whose file it shares, as another pin of it; null: it has its own file. */
  file: orNull(z.string()),
  notes: z.catch(z.string(), ''),
  /** Texts of a list, each with its own pins; empty: only the text of the choice. */
  names: z.catch(z.array(z.object({ value: z.string(), quantity: pinChoiceFields.quantity })), []),
  /**
   * Its upright size in pixels, as this browser reads it; null until then, and when the shop reads
   * another picture.
   */
  look: orNull(z.object(pixels)),
  upload: orNull(uploaded),
  /** Why the shop rejected it. */
  refusal: orNull(z.string()),
});

/** A picture in an order in progress. */
export type Picture = z.infer<typeof facts> & PinChoice;

/** @param kind the pin that it becomes */
export function newPicture(
  file: Pick<Picture, 'id' | 'name' | 'size' | 'order'>,
  kind: ProductChoice = {},
): Picture {
  return { ...z.parse(facts, file), ...FIRST_CHOICE, ...kind };
}

/** Reads a stored picture: null if invalid; missing choices are undecided. */
export function readPicture(stored: Readonly<Record<string, unknown>>): Picture | null {
  const known = z.safeParse(facts, stored).data;
  return known ? { ...known, ...z.parse(choice, stored) } : null;
}

/** Returns a picture's pins: those of its choice, or those of each name of its list. */
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

/** Returns the name under which the picture's file and preview are stored. */
export function fileOf({ id, file }: Pick<Picture, 'id' | 'file'>): string {
  return file ?? id;
}

/** Returns the id of the field for a picture's pin. */
export function kindFieldId(id: string): string {
  return `pin-${id}`;
}

/** Returns the crop of a picture: the buyer's, else the start crop, else the middle. */
export function cropOf({ crop, upload }: Pick<Picture, 'crop' | 'upload'>): Crop {
  return crop ?? upload?.crop ?? MIDDLE_CROP;
}

/** Returns the picture's upright size in pixels: the shop's, else this browser's; null if neither. */
export function pixelsOf({ look, upload }: Pick<Picture, 'look' | 'upload'>): Size | null {
  return upload ?? look;
}
