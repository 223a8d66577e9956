import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/second-factor.ts';
import type { Context } from '../../../context.ts';
import { serve, succeed } from '../../../http/route.ts';
import { requireFreshSignIn } from '../fresh-sign-in.ts';
import { removeSecondFactor, renewRecoveryCodes } from './change-second-factor.ts';
import { beginEnrolment, finishEnrolment } from './enrol.ts';
import { createTries } from './limit-attempts.ts';
import { passSecondFactor } from './pass.ts';
import { readSecondFactor } from './read-second-factor.ts';
import { isAppCode } from './recovery-codes.ts';

export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  const tries = createTries(context);
  const state = async (buyer: Parameters<typeof readSecondFactor>[1]) =>
    succeed({ secondFactor: await readSecondFactor(context, buyer) });

  serve(app, calls.readSecondFactor, ({ buyer }) => state(buyer));
  serve(app, calls.beginEnrolment, async ({ buyer }) => {
    requireFreshSignIn(context, buyer);
    return succeed(await beginEnrolment(context, buyer));
  });
  serve(app, calls.finishEnrolment, async ({ buyer, body, request }) => {
    requireFreshSignIn(context, buyer);
    const who = { uid: buyer.uid, address: request.ip, isAppCode: true };
    const recoveryCodes = await tries(who, () => finishEnrolment(context, buyer, body));
    return succeed({ recoveryCodes });
  });
  serve(app, calls.passSecondFactor, async ({ buyer, body: { code }, request }) => {
    const who = { uid: buyer.uid, address: request.ip, isAppCode: isAppCode(code) };
    await tries(who, () => passSecondFactor(context, buyer, code));
    return state(buyer);
  });
  serve(app, calls.renewRecoveryCodes, async ({ buyer }) => {
    requireFreshSignIn(context, buyer);
    return succeed({ recoveryCodes: await renewRecoveryCodes(context, buyer) });
  });
  serve(app, calls.removeSecondFactor, async ({ buyer }) => {
    requireFreshSignIn(context, buyer);
    await removeSecondFactor(context, buyer);
    return state(buyer);
  });
}
