import * as z from 'zod/mini';
import { pinChoiceFields } from '#contract/pins.ts';
import { FIRST_CHOICE } from '#domain/pins.ts';
import { orNull } from '#web/lib/or-null.ts';

const pixels = { width: z.number(), height: z.number() };
const uploaded = z.object({ imageUrl: z.string(), ...pixels });

/** A picture as the shop stores it; its address is relative to the site's root. */
export type UploadedPicture = z.infer<typeof uploaded>;

/**
 * A chosen picture in an order that is being made. What another version of the page left in
 * another shape is read as not yet decided.
 */
export const picture = z.intersection(
  z.object({
    /** Its name in this browser. */
    id: z.string(),
    /** The file's name. */
    name: z.string(),
    /** The file's size, in bytes. */
    size: z.number(),
    /** Its place in the list. */
    order: z.number(),
    notes: z.catch(z.string(), ''),
    /** Its size in pixels, upright, once it could be read. */
    look: orNull(z.object(pixels)),
    upload: orNull(uploaded),
    /** Why the shop does not take it. */
    refusal: orNull(z.string()),
  }),
  z.catch(z.object(pinChoiceFields), FIRST_CHOICE),
);

export type Picture = z.infer<typeof picture>;

/** Returns a picture of which nothing is decided yet. */
export function newPicture(file: Pick<Picture, 'id' | 'name' | 'size' | 'order'>): Picture {
  return z.parse(picture, file);
}
