import type { FastifyInstance } from 'fastify';
import {
  checkAdmin,
  readProfile,
  saveAddress,
  testAdmin,
  testAuth,
} from '#contract/people/people.ts';
import { readAddress } from '#contract/people/saved-address.ts';
import { endOtherSessions, endSession, listSessions } from '#contract/people/sessions.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import { serve, succeed } from '#server/http/route.ts';
import { findAddress, storeAddress } from './addresses.ts';
import { lockCallerAccount } from './authorize.ts';
import { readSecondFactor, requireSecondFactor } from './require-second-factor.ts';
import { readBrowserHash } from './second-factor/pass-cookie.ts';
import { forgetOtherPasses, forgetPass } from './second-factor/repo.ts';

export function peopleRoutes(app: FastifyInstance, context: Context): void {
  const { db, identity, clock } = context;

  serve(app, checkAdmin, async ({ buyer, request }) => {
    const { isAdmin } = buyer;
    const browserHash = readBrowserHash(request.headers.cookie, context);
    return succeed({
      isAdmin,
      secondFactor: isAdmin ? await readSecondFactor(context, buyer, browserHash) : null,
    });
  });

  serve(app, readProfile, async ({ buyer }) => {
    const { uid, email, emailVerified, isAdmin, token } = buyer;
    const [{ providers, ...metadata }, address] = await Promise.all([
      identity.describe(token),
      findAddress(db.queries, uid),
    ]);
    return succeed({
      user: { uid, email, emailVerified, isAdmin, providers, metadata },
      address,
    });
  });

  serve(app, readAddress, async ({ buyer }) =>
    succeed({ address: await findAddress(db.queries, buyer.uid) }),
  );

  serve(app, saveAddress, async ({ body, buyer }) => {
    const address = await db.transaction(async (tx) => {
      await lockCallerAccount(context, tx, buyer);
      return storeAddress(tx, buyer.uid, body, clock());
    });
    return succeed({ address });
  });

  serve(app, testAuth, async ({ buyer }) =>
    succeed({ message: 'El token es válido', uid: buyer.uid }),
  );
  serve(app, testAdmin, async ({ buyer }) =>
    succeed({ message: 'La cuenta es de administrador', uid: buyer.uid }),
  );
}

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { db, identity } = context;

  serve(app, listSessions, async ({ buyer }) =>
    succeed({ sessions: await identity.listSessions(buyer.token) }),
  );

  serve(app, endSession, async ({ params: { id }, buyer: { uid, token }, request }) => {
    await requireSecondFactor(context, { token, cookies: request.headers.cookie });
    if (!(await identity.endSession(token, id))) throw new ShopError('not_found');
    await forgetPass(db.queries, { uid, session: id });
    return succeed({ message: 'La sesión está cerrada' });
  });

  serve(app, endOtherSessions, async ({ buyer: { uid, token }, request }) => {
    await requireSecondFactor(context, { token, cookies: request.headers.cookie });
    if (!(await identity.endOtherSessions(token))) throw new ShopError('unauthenticated');
    await forgetOtherPasses(db.queries, { uid, session: token.session });
    return succeed({ message: 'Las demás sesiones están cerradas' });
  });
}
