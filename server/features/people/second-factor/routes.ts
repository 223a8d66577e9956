import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/people/second-factor.ts';
import type { Context } from '#server/context.ts';
import { requireFreshSignIn } from '#server/features/people/authorize.ts';
import { readSecondFactor } from '#server/features/people/require-second-factor.ts';
import { serve, succeed } from '#server/http/route.ts';
import {
  beginEnrolment,
  finishEnrolment,
  removeSecondFactor,
  renewRecoveryCodes,
} from './change-second-factor.ts';
import { createTries, passSecondFactor } from './pass.ts';
import { createBrowserPass, readBrowserHash } from './pass-cookie.ts';
import { isAppCode } from './totp.ts';

export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  const tries = createTries(context);
  const state = async (buyer: Parameters<typeof readSecondFactor>[1], browserHash: string | null) =>
    succeed({ secondFactor: await readSecondFactor(context, buyer, browserHash) });

  serve(app, calls.readSecondFactor, ({ buyer, request }) =>
    state(buyer, readBrowserHash(request.headers.cookie, context)),
  );
  serve(app, calls.beginEnrolment, async ({ buyer }) => {
    requireFreshSignIn(context, buyer);
    return succeed(await beginEnrolment(context, buyer));
  });
  serve(app, calls.finishEnrolment, async ({ buyer, body, request, reply }) => {
    requireFreshSignIn(context, buyer);
    const who = { uid: buyer.uid, address: request.ip, isAppCode: true };
    const { cookie, browserHash } = createBrowserPass(context);
    const given = { ...body, browserHash };
    const recoveryCodes = await tries(who, () => finishEnrolment(context, buyer, given));
    reply.header('set-cookie', cookie);
    return succeed({ recoveryCodes });
  });
  serve(app, calls.passSecondFactor, async ({ buyer, body: { code }, request, reply }) => {
    const who = { uid: buyer.uid, address: request.ip, isAppCode: isAppCode(code) };
    const { cookie, browserHash } = createBrowserPass(context);
    await tries(who, () => passSecondFactor(context, buyer, { code, browserHash }));
    reply.header('set-cookie', cookie);
    return state(buyer, browserHash);
  });
  serve(app, calls.renewRecoveryCodes, async ({ buyer, request }) => {
    requireFreshSignIn(context, buyer);
    const { cookie: cookies } = request.headers;
    return succeed({ recoveryCodes: await renewRecoveryCodes(context, buyer, cookies) });
  });
  serve(app, calls.removeSecondFactor, async ({ buyer, request }) => {
    requireFreshSignIn(context, buyer);
    await removeSecondFactor(context, buyer, request.headers.cookie);
    return state(buyer, null);
  });
}
