import type { FastifyInstance } from 'fastify';
import {
  checkAdmin,
  readProfile,
  saveAddress,
  testAdmin,
  testAuth,
} from '#contract/people/people.ts';
import type { AdminUser, Role } from '#contract/people/people-admin.ts';
import * as calls from '#contract/people/people-admin.ts';
import { readAddress } from '#contract/people/saved-address.ts';
import { endOtherSessions, endSession, listSessions } from '#contract/people/sessions.ts';
import { ShopError } from '#domain/base/errors.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { serve, succeed } from '#server/http/route.ts';
import { findAddress, storeAddress } from './addresses.ts';
import { lockAdmins, lockPerson, refuseLast } from './admins.ts';
import { lockCallerAccount } from './authorize.ts';
import { countUsers, listUsers, presentUser } from './find-users.ts';
import { findPerson, isAdmin, setRole } from './repo.ts';
import { readSecondFactor, requireSecondFactor } from './require-second-factor.ts';
import { readBrowserHash } from './second-factor/pass-cookie.ts';
import { forgetOtherPasses, forgetPass, forgetPasses } from './second-factor/repo.ts';

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
    return succeed({ user: { uid, email, emailVerified, isAdmin, providers, metadata }, address });
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

export function peopleAdminRoutes(app: FastifyInstance, context: Context): void {
  const { config, db } = context;

  serve(app, calls.listUsers, async ({ query }) => succeed(await listUsers(context, query)));

  serve(app, calls.readUserStats, async () => succeed({ stats: await countUsers(context) }));

  serve(app, calls.readUser, async ({ params: { uid } }) => {
    const person = await findPerson(db.queries, uid);
    if (!person) throw new ShopError('not_found');
    return succeed({ user: presentUser(config, person) });
  });

  serve(app, calls.changeUserRole, async ({ params: { uid }, body, buyer }) => {
    const user = await changeRole(context, buyer.uid, { uid, ...body });
    return succeed({ message: 'Rol actualizado', user });
  });

  serve(app, calls.changeUserStatus, async ({ params: { uid }, body, buyer }) => {
    const user = await changeAccess(context, buyer.uid, { uid, ...body });
    const message = user.isActive ? 'Cuenta activada' : 'Cuenta desactivada';
    return succeed({ message, user });
  });
}

/** @throws ShopError `not_found`, `last_admin`, `admin_by_config`, `email_not_verified` */
export async function changeRole(
  context: Context,
  by: string,
  { uid, role }: { uid: string; role: Role },
): Promise<AdminUser> {
  const { config, db, clock } = context;
  const person = await db.transaction(async (tx) => {
    const admins = await lockAdmins(context, tx);
    const known = await lockPerson(context, tx, uid);
    if (role === 'user') {
      if (isAdmin(config.adminEmails, { ...known, role })) throw new ShopError('admin_by_config');
      refuseLast(admins, known);
    }
    if (known.role === role) return known;
    if (role === 'admin' && known.email_verified === 0) throw new ShopError('email_not_verified');
    await setRole(tx, { uid, from: known.role, to: role, by }, clock());
    if (role === 'user') await forgetPasses(tx, uid);
    return { ...known, role };
  });
  return presentUser(config, person);
}

/**
 * Disables an account at once, or enables it again. One with an owner's e-mail cannot be disabled, even
 * unverified: the shop may not know yet that it was just verified.
 * @throws ShopError `not_found`, `last_admin`, `admin_by_config`
 */
export async function changeAccess(
  context: Context,
  by: string,
  { uid, isActive }: { uid: string; isActive: boolean },
): Promise<AdminUser> {
  const { config, db, identity, clock } = context;
  const is_active = isActive ? 1 : 0;
  const person = await db.transaction(async (tx) => {
    const admins = await lockAdmins(context, tx);
    const known = await lockPerson(context, tx, uid);
    if (!isActive) {
      refuseLast(admins, known);
      if (config.adminEmails.includes(known.email)) throw new ShopError('admin_by_config');
    }
    if (known.is_active === is_active) return known;
    await tx.updateTable('people').set({ is_active }).where('uid', '=', uid).execute();
    if (!isActive) await forgetPasses(tx, uid);
    const changes = [{ field: 'isActive', from: !isActive, to: isActive }];
    const entry = { by, entity: 'user', entityId: uid, action: 'access_changed' } as const;
    await writeAudit(tx, { ...entry, changes }, clock());
    return { ...known, is_active } as const;
  });
  // Its calls are refused from the commit on; this ends calls that were authorized before.
  if (!isActive) await identity.endSessions(uid);
  return presentUser(config, person);
}
