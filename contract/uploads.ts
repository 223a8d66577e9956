import * as z from 'zod/mini';
import { crop } from './crops.ts';
import { success } from './fields.ts';
import { defineRoute } from './route.ts';

/** Addresses are relative to the site's root; sizes are pixels of the upright picture. */
export const uploadAnswer = success({
  imageUrl: z.string(),
  thumbnailUrl: z.string(),
  width: z.number(),
  height: z.number(),
  /** Where a pin of it starts; an order without a crop of its own takes this one. */
  crop,
});
export type UploadAnswer = z.infer<typeof uploadAnswer>;

export const uploadImage = defineRoute({
  method: 'POST',
  path: '/upload',
  auth: 'optional',
  summary: 'Uploads one picture as the multipart field `image`',
  status: 201,
  answer: uploadAnswer,
});
