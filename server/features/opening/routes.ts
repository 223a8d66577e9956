import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/opening/opening.ts';
import { ShopError } from '#domain/base/errors.ts';
import { keysOf } from '#domain/base/keys.ts';
import { CONFIRMED_STEPS, type OpeningState } from '#domain/opening/opening.ts';
import type { Context } from '#server/context.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, succeed } from '#server/http/route.ts';
import { markStep, readOpening } from './read-opening.ts';
import { confirmSender, sendTestMail } from './test-mail.ts';

export function openingAdminRoutes(app: FastifyInstance, context: Context): void {
  const succeedWithSteps = async () => succeed({ steps: await readOpening(context) });

  serve(app, calls.readOpening, succeedWithSteps);
  serve(app, calls.confirmStep, async ({ params }) => {
    const confirmed = keysOf(CONFIRMED_STEPS).find((name) => name === params.step);
    if (!confirmed) throw new ShopError('not_found');
    await markStep(context, confirmed, CONFIRMED_STEPS[confirmed]);
    return succeedWithSteps();
  });
  serve(
    app,
    calls.sendTestMail,
    async ({ buyer: { email } }) => {
      await sendTestMail(context, email);
      return succeed({ to: email });
    },
    { onRequest: [limitRate(context, { name: 'test-mail', points: 20, seconds: 3600 })] },
  );
}

/** Notes that the trial order was placed. @returns the steps after it */
export async function markTrial(context: Context): Promise<OpeningState[]> {
  await markStep(context, 'trial');
  return readOpening(context);
}

/** The link in a test mail, which may be opened on a phone without a session. */
export function openingRoutes(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { token: string } }>(
    '/api/opening/mail/:token',
    {
      exposeHeadRoute: false,
      config: { auth: 'none' },
      schema: { hide: true },
      onRequest: limitRate(context, { name: 'test-mail-link', points: 60, seconds: 600 }),
    },
    async ({ params }, reply) => {
      await confirmSender(context, params.token);
      return reply.redirect(`${context.publicUrl}/?panel=ajustes`, 303);
    },
  );
}
