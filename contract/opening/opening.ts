import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import { success } from '#contract/base/fields.ts';
import { keysOf } from '#domain/base/keys.ts';
import { OPENING_STEPS } from '#domain/opening/opening.ts';

const steps = z.array(
  z.object({ name: z.enum(keysOf(OPENING_STEPS)), isDone: z.boolean(), text: z.string() }),
);

export const readOpening = adminRoute('GET', '/admin/opening', {
  summary: 'What must be set before the shop opens',
  answer: success({ steps }),
});

/** Another step than `terms` and `prices` is 404. */
export const confirmStep = adminRoute('PUT', '/admin/opening/{step}', {
  summary: 'Confirms the terms or the prices as read',
  answer: success({ steps }),
});

/** To the admin's own address. */
export const sendTestMail = adminRoute('POST', '/admin/opening/test-mail', {
  summary: 'Mails a link that confirms the sender',
  answer: success({ to: z.string() }),
});

/** The order leaves nothing behind. Its errors are those of `POST /orders`. */
export const placeTrial = adminRoute('POST', '/admin/opening/trial', {
  summary: 'Places a trial order, which removes itself',
  answer: success({ steps, trial: z.object({ orderId: z.string(), totalAmount: z.number() }) }),
});
