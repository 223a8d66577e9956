import * as z from 'zod/mini';
import { success } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';
import { crop, heads } from '#contract/pins/crops.ts';

/** URLs are relative to the site's root; sizes are pixels of the upright picture. */
export const uploadAnswer = success({
  imageUrl: z.string(),
  thumbnailUrl: z.string(),
  width: z.number(),
  height: z.number(),
  /** The start crop of a pin; an order without its own crop uses it. */
  crop,
  /** Omitted if none were found. */
  heads: z.optional(heads),
});
export type UploadAnswer = z.infer<typeof uploadAnswer>;

export const uploadImage = defineRoute('POST', '/upload', {
  auth: 'optional',
  summary: 'Uploads one picture as the multipart field `image`',
  status: 201,
  answer: uploadAnswer,
});
