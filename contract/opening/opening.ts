import * as z from 'zod/mini';
import { success } from '#contract/base/fields.ts';
import { defineRoute } from '#contract/base/route.ts';
import { keysOf } from '#domain/base/keys.ts';
import { OPENING_STEPS } from '#domain/opening/opening.ts';

const steps = z.array(
  z.object({ name: z.enum(keysOf(OPENING_STEPS)), isDone: z.boolean(), text: z.string() }),
);

export const readOpening = defineRoute({
  method: 'GET',
  path: '/admin/opening',
  auth: 'admin',
  summary: 'What must be set before the shop opens',
  answer: success({ steps }),
});

/** Another step than `terms` and `prices` is 404. */
export const confirmStep = defineRoute({
  method: 'PUT',
  path: '/admin/opening/{step}',
  auth: 'admin',
  summary: 'Confirms the terms or the prices as read',
  answer: success({ steps }),
});

/** To the admin's own address. */
export const sendTestMail = defineRoute({
  method: 'POST',
  path: '/admin/opening/test-mail',
  auth: 'admin',
  summary: 'Mails a link that confirms the sender',
  answer: success({ to: z.string() }),
});

/** The order leaves nothing behind. Its errors are those of `POST /orders`. */
export const placeTrial = defineRoute({
  method: 'POST',
  path: '/admin/opening/trial',
  auth: 'admin',
  summary: 'Places a trial order, which removes itself',
  answer: success({ steps, trial: z.object({ orderId: z.string(), totalAmount: z.number() }) }),
});
